"""Server-sent events, in the format of the HTML standard."""

from typing import NamedTuple


class ServerEvent(NamedTuple):
    """An event of a stream."""

    id: str | None
    """The id of this event or of the last one before it that had one."""
    data: str


class ServerEventParser:
    """Makes events of the bytes of a stream, as they arrive."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[str] = []
        self._id: str | None = None

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """The events that are complete after these bytes."""
        # A carriage return at the end can be the first half of a line break: it waits for the next byte.
        text = self._rest + chunk
        held = b"\r" if text.endswith(b"\r") else b""
        lines = text[: len(text) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop() + held
        return [event for line in lines if (event := self._take(line.decode("utf-8", "replace"))) is not None]

    def _take(self, line: str) -> ServerEvent | None:
        """The event that ends with this line, if one does."""
        if line == "":
            data, self._data = self._data, []
            return ServerEvent(self._id, "\n".join(data)) if data else None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        return None
