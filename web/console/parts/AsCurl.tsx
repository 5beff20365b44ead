import { useState } from "preact/hooks";
import { curlText, requestText, type RequestDescription } from "../api/curl";
import { Button } from "./Button";
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
            <Button kind="quiet" small onClick={() => setOpen(true)}>{words.asCurl}</Button>
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
