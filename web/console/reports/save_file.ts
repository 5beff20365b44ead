// Gives the reader a file that the console has in memory.
export function saveFile(name: string, content: Blob): void {
    const url = URL.createObjectURL(content);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);  // the browser has begun to save it by then
}

// A name that every file system accepts, with the day: "New-people-2026-11-18.xlsx".
export function fileName(title: string, extension: string, day: string): string {
    const safe = title.normalize("NFKD").replace(/[^A-Za-z0-9_]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80) || "file";
    return `${safe}-${day.slice(0, 10)}.${extension}`;
}
