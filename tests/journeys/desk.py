# SPDX-License-Identifier: GPL-3.0-or-later
"""The application as somebody meets it who neither sees the screen nor has a mouse.

Names and states come over the accessibility bus, everything that is done goes through the keyboard, and
what came of it is asked of the command `openmemory` on the same journal. A journey is a program that imports
this module and says what it does; it ends with an error where the application does not answer as expected.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

# Warnings of the application end it; those of the accessibility library here do not end the test.
APP_DEBUG = os.environ.pop("G_DEBUG", "")

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# For the whole of a step; a build with sanitizers on a busy machine is slow.
PATIENCE_S = 60
# More steps than there are controls in a window.
MAX_TABS = 150

Role = Atspi.Role
State = Atspi.StateType


class Lost(Exception):
    """What was looked for is not there."""


def wait_for(what, condition, patience=PATIENCE_S):
    """Returns what `condition` does as soon as that is true; the main loop turns meanwhile."""
    end = time.monotonic() + patience
    context = GLib.MainContext.default()
    while True:
        while context.iteration(False):
            pass
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise Lost(f"not after {patience} s: {what}")
        time.sleep(0.02)


def walk(node):
    """Everything below a node that is in view, from the top."""
    try:
        count = node.get_child_count()
    except GLib.Error:
        return
    for i in range(count):
        try:
            child = node.get_child_at_index(i)
            if child is None:
                continue
            yield child
            # GTK 4.8 does not say of everything that it shows.
            if not child.get_state_set().contains(State.VISIBLE):
                continue
        except GLib.Error:
            continue
        yield from walk(child)


def name_of(node):
    try:
        return node.get_name() or ""
    except GLib.Error:
        return ""


def description_of(node):
    node.clear_cache()
    return node.get_description() or ""


def is_visible(node):
    """GTK 4.8 calls what lies on another page visible too; but that has no size before it was shown."""
    try:
        size = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
        return node.get_state_set().contains(State.VISIBLE) and size.width > 0 and size.height > 0
    except GLib.Error:
        return False


class Desk:
    """A virtual desk with the application on it, over a journal in a folder of its own."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="openmemory-journey-")
        # The person's own journal; one that was named on the command line is not served on the bus.
        self.store = os.path.join(self.folder, "openmemory", "memories.db")
        os.mkdir(os.path.dirname(self.store), 0o700)
        self.process = None
        self.manager = None
        self.app = None
        self.focused = None
        self.listener = Atspi.EventListener.new(self._focused_cb)
        self.listener.register("object:state-changed:focused")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None and self.app is not None:
            print(self.describe(), file=sys.stderr)
        for process in (self.process, self.manager):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(PATIENCE_S)
                except subprocess.TimeoutExpired:
                    process.kill()
        shutil.rmtree(self.folder)

    def _focused_cb(self, event):
        if event.detail1:
            self.focused = event.source

    # The command ------------------------------------------------------------------------------------

    def command(self, *arguments):
        """What `openmemory` prints."""
        return subprocess.run(
            [os.environ["OPENMEMORY_COMMAND"], "--store", self.store, *arguments],
            check=True, stdout=subprocess.PIPE, encoding="utf-8", timeout=PATIENCE_S).stdout

    def ask(self, *arguments):
        """The same as JSON."""
        return json.loads(self.command("--json", *arguments))

    def texts(self):
        """What is in the journal, the newest first; nothing while there is no journal."""
        result = subprocess.run(
            [os.environ["OPENMEMORY_COMMAND"], "--store", self.store, "--json", "list"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", timeout=PATIENCE_S)
        return [memory["text"] for memory in json.loads(result.stdout)] if result.returncode == 0 else []

    # The application --------------------------------------------------------------------------------

    def environment(self, **more):
        """In which the application finds this journal."""
        # With sanitizers leaks are what the tests of the views look for: here the table of quarks that GLib leaves
        # behind would count, see om-test-leaks.c.
        return dict(os.environ, G_DEBUG=APP_DEBUG, XDG_DATA_HOME=self.folder,
                    ASAN_OPTIONS="detect_leaks=0:abort_on_error=0", **more)

    def open(self):
        """Starts it and waits until its window can be used."""
        # Without a window manager the keyboard does not come back when a window closes.
        self.manager = subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [os.environ["OPENMEMORY_DESKTOP"]], env=self.environment(GTK_A11Y="atspi"))
        self.app = wait_for("the application is on the accessibility bus", self._find_app)
        self.find("Today")

    def _find_app(self):
        assert self.process.poll() is None, "it ended"
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is not None and app.get_process_id() == self.process.pid and app.get_child_count() > 0:
                return app
        return None

    def close(self):
        """As the person does it; nothing may be left to complain about."""
        wait_for("one of its windows has the keyboard", self._has_keyboard)
        self.press("ctrl+q")
        self.process.wait(PATIENCE_S)
        assert self.process.returncode == 0, f"it ended with {self.process.returncode}"

    def _has_keyboard(self):
        """Whether the window manager has given the keyboard to the window that is there."""
        def ids(*arguments):
            return set(subprocess.run(["xdotool", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      encoding="utf-8").stdout.split())

        return bool(ids("getactivewindow") & ids("search", "--onlyvisible", "--pid", str(self.process.pid)))

    # What is there ----------------------------------------------------------------------------------

    def look(self, name, role=None, within=None):
        """The first node with this name, or whose name makes a function true; None if there is none."""
        matches = name if callable(name) else lambda text: text == name
        for node in walk(within or self.app):
            if matches(name_of(node)) and (role is None or node.get_role() in role) and is_visible(node):
                return node
        return None

    def find(self, name, role=None, within=None):
        """The same, waited for."""
        return wait_for(f"“{name}” is there", lambda: self.look(name, role, within))

    def window(self, title):
        return self.find(title, (Role.FRAME, Role.DIALOG))

    def find_beginning(self, text, role=None):
        return wait_for(f"“{text}…” is there", lambda: self.look(lambda name: name.startswith(text), role))

    def find_holding(self, text, within=None):
        return wait_for(f"“…{text}…” is there", lambda: self.look(lambda name: text in name, within=within))

    def search(self, text):
        """Types it into the search and returns the list of what was found."""
        self.press("ctrl+f")
        self.wait_focus("Search your memories")
        self.press("ctrl+a")
        self.type(text)
        return self.find("Search results, the best first")

    def open_found(self, text):
        """Opens the first result, which holds this text, and waits until it can be read."""
        self.press("Down")
        self.wait_focus(text)
        self.press("Return")
        self.wait_focus("Text of the memory")

    def wait_gone(self, name):
        wait_for(f"“{name}” is gone", lambda: self.look(name) is None)

    def wait_closed(self, title):
        wait_for(f"the window “{title}” is closed", lambda: self.look(title, (Role.FRAME, Role.DIALOG)) is None)

    def describe(self):
        """Everything with a name, for whoever reads of a failure."""
        lines = []
        for node in walk(self.app):
            name = name_of(node)
            if name and not name.startswith(("Gtk", "Adw")) and is_visible(node):
                lines.append(f"{node.get_role_name()}: {name}")
        return "\n".join(lines)

    # What is done -----------------------------------------------------------------------------------

    def press(self, *keys):
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)

    def focus_holds(self, text):
        return self.focused is not None and text in name_of(self.focused)

    def wait_focus(self, name):
        wait_for(f"“{name}” has the focus", lambda: self.focus_holds(name))

    def tab_to(self, name, key="Tab"):
        """Walks by Tab until a control with this name has the focus."""
        # GTK 4.8 puts what a button shows before its name.
        return self._tab_until(
            name, key, lambda node, text: (text == name or text.endswith(" " + name)) and node.get_role() != Role.LIST_ITEM)

    def tab_to_row(self, text):
        """The same to a row that holds this text."""
        return self._tab_until(text, "Tab", lambda node, name: text in name and node.get_role() == Role.LIST_ITEM)

    def _tab_until(self, name, key, fits):
        seen = []
        for _ in range(MAX_TABS):
            before = self.focused
            self.press(key)
            try:
                wait_for("the focus goes on", lambda: self.focused is not before, 3)
            except Lost:
                continue
            seen.append(name_of(self.focused))
            if fits(self.focused, seen[-1]):
                return self.focused
        raise Lost(f"{key} does not come to “{name}”, but to {seen}")

    def choose_file(self, path):
        """In GTK's own file dialog: its path can be typed."""
        wait_for("the dialog is there", lambda: self.look(lambda name: name in ("Open", "_Open Open", "Save", "_Save Save", "Cancel")))
        self.press("ctrl+l", "ctrl+a")
        self.type(path)
        self.press("Return")

    def text_of(self, name):
        """What stands in a field."""
        node = self.find(name)
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))

    def open_details(self):
        """What stands beside the text of a memory, if it is not in view already."""
        button = self.tab_to("Details", key="shift+Tab")
        if not button.get_state_set().contains(State.PRESSED):
            self.press("space")
            wait_for("the details are in view", lambda: button.get_state_set().contains(State.PRESSED))
