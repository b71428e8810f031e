"""Drops a file on a window as a file manager does: the source's side of XDND, version 5."""
import ctypes
import struct
import sys
import time

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31


class Source:
    def __init__(self, display, target):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XCreateSimpleWindow.restype = ctypes.c_ulong
        self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        assert self.display, f"no display {display}"
        root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        self.window = self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)
        self.target = target
        self.x.XSetSelectionOwner(
            self.display, self.atom("XdndSelection"), ctypes.c_ulong(self.window), ctypes.c_ulong(0)
        )

    def atom(self, name):
        return ctypes.c_ulong(self.x.XInternAtom(self.display, name.encode(), 0))

    def send_event(self, to, event):
        self.x.XSendEvent(
            self.display, ctypes.c_ulong(to), 0, ctypes.c_long(0), event.ljust(192, b"\0")
        )
        self.x.XFlush(self.display)

    def say(self, message, *numbers):
        data = (self.window, *numbers, 0, 0, 0, 0)[:5]
        self.send_event(
            self.target,
            struct.pack("@iLiPLLi5l", CLIENT_MESSAGE, 0, 1, 0, self.target,
                        self.atom(message).value, 32, *data),
        )

    def wait_for(self, kind, seconds=20):
        event, end = ctypes.create_string_buffer(192), time.time() + seconds
        while time.time() < end:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, event)
                if struct.unpack_from("@i", event.raw)[0] == kind:
                    return event.raw
            time.sleep(0.02)
        raise AssertionError(f"the window sent no event {kind}")

    def drop(self, text, x, y):
        """text: what the window is given as text/uri-list; x, y: on the screen."""
        uri_list = self.atom("text/uri-list").value
        self.say("XdndEnter", 5 << 24, uri_list)
        self.say("XdndPosition", 0, x << 16 | y, 0, self.atom("XdndActionCopy").value)
        self.wait_for(CLIENT_MESSAGE)  # XdndStatus: it would take it
        self.say("XdndDrop", 0, 0)
        request = struct.unpack_from("@iLiPLLLLLL", self.wait_for(SELECTION_REQUEST))
        requestor, selection, kind, place, moment = request[5:10]
        data = text.encode()
        self.x.XChangeProperty(
            self.display, ctypes.c_ulong(requestor), ctypes.c_ulong(place), ctypes.c_ulong(kind),
            8, 0, data, len(data),
        )
        self.send_event(
            requestor,
            struct.pack("@iLiPLLLLL", SELECTION_NOTIFY, 0, 1, 0, requestor, selection, kind, place,
                        moment),
        )
        self.wait_for(CLIENT_MESSAGE)  # XdndFinished


if __name__ == "__main__":  # a program of its own: an error of X ends the process
    display, window, uri, x, y = sys.argv[1:]
    Source(display, int(window)).drop(uri, int(x), int(y))
