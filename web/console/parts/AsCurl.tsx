import { useState } from "preact/hooks";
import { curlText, requestText, type RequestDescription } from "../api/curl";
import { Copy } from "./Copy";
import { Dialog } from "./Dialog";
import { Tabs } from "./Tabs";
import { parts as words } from "./words";

export type { RequestDescription } from "../api/curl";

// A button that shows the request of an action as curl and as it is sent.
export function AsCurl({ request }: { request: RequestDescription }) {
    const [open, setOpen] = useState(false);
    const [form, setForm] = useState("curl");
    const text = form === "curl" ? curlText(request, location.origin) : requestText(request, location.host);
    return (
        <>
            <button type="button" class="button small quiet as-curl" aria-label={words.asCurl} title={words.asCurl} onClick={() => setOpen(true)}>&lt;/&gt;</button>
            {open && (
                <Dialog title={`${request.method} ${request.url.split("?", 1)[0]}`} wide onClose={() => setOpen(false)} footer={<Copy text={text} />}>
                    <Tabs label={words.asCurl} tabs={[{ key: "curl", title: words.asCurl }, { key: "request", title: words.asRequest }]} current={form} onSelect={setForm}>
                        <pre tabIndex={0}>{text}</pre>
                    </Tabs>
                </Dialog>
            )}
        </>
    );
}
