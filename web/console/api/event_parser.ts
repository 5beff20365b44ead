// Server-sent events (HTML standard, section 9.2) from a stream of text in pieces of any size.
export interface ServerEvent {
    readonly name: string;
    readonly id: string;
    readonly data: string;
}

export class EventParser {
    lastId = "";  // of what is complete: from here a client resumes
    retry: number | undefined;  // ms, as the server wishes
    private rest = "";
    private name = "";
    private id: string | undefined;
    private data: string[] = [];

    push(text: string): ServerEvent[] {
        const events: ServerEvent[] = [];
        const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        for (const line of lines) {
            const event = this.line(line);
            if (event !== undefined) events.push(event);
        }
        return events;
    }

    private line(line: string): ServerEvent | undefined {
        if (line === "") return this.finish();
        const colon = line.indexOf(":");
        if (colon === 0) return undefined;  // a comment
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") this.name = value;
        else if (field === "data") this.data.push(value);
        else if (field === "id" && !value.includes("\0")) this.id = value;
        else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
        return undefined;
    }

    private finish(): ServerEvent | undefined {
        this.lastId = this.id ?? this.lastId;
        this.id = undefined;
        const event = this.data.length > 0 ? { name: this.name || "message", id: this.lastId, data: this.data.join("\n") } : undefined;
        this.name = "";
        this.data = [];
        return event;
    }
}
