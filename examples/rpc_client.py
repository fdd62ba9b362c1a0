"""Drives bough over its RPC protocol: one JSON object a line, split at LF only."""

import json
import subprocess
import sys


class Bough:
    def __init__(self, *arguments):
        self.child = subprocess.Popen(
            ["bough", "--mode", "rpc", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.number = 0

    def records(self):
        # Bytes, because a text reader would also split at U+2028.
        for line in iter(self.child.stdout.readline, b""):
            yield json.loads(line)

    def ask(self, kind, on_event=None, **fields):
        """Sends a command and returns the data of its answer; events that come meanwhile go to on_event."""
        self.number += 1
        request = {"id": str(self.number), "type": kind, **fields}
        self.child.stdin.write(json.dumps(request).encode() + b"\n")
        self.child.stdin.flush()
        for record in self.records():
            if record.get("type") == "response" and record.get("id") == request["id"]:
                if not record["success"]:
                    raise RuntimeError(record["error"])
                return record.get("data")
            if on_event:
                on_event(record)
        raise RuntimeError("bough has ended")

    def run(self, message, on_event):
        """Sends a prompt and hands on what happens until the run is over."""
        if self.ask("prompt", on_event, message=message)["disposition"] != "started":
            return
        for record in self.records():
            on_event(record)
            if record["type"] == "agent_settled":
                return

    def close(self):
        self.child.stdin.close()
        self.child.wait()


def show(record):
    event = record.get("assistantMessageEvent", {})
    if event.get("type") == "text_delta":
        print(event["delta"], end="", flush=True)


if __name__ == "__main__":
    bough = Bough("--no-session")
    bough.run(sys.argv[1] if len(sys.argv) > 1 else "What files are here?", show)
    print()
    print(bough.ask("get_session_stats")["totalMessages"], "messages")
    bough.close()
