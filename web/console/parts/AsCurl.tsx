import { useState } from "preact/hooks";
import { curlText, requestText, type RequestDescription } from "../api/curl";
import { Copy } from "./Copy";
import { Dialog } from "./Dialog";
import { Tabs } from "./Tabs";
import { parts as words } from "./words";

export type { RequestDescription } from "../api/curl";

// A button that shows the request of an action, or of several, as curl and as it is sent.
export function AsCurl({ request }: { request: RequestDescription | readonly RequestDescription[] }) {
    const [open, setOpen] = useState(false);
    return (
        <>
            <button type="button" class="button small quiet as-curl" aria-label={words.asCurl} title={words.asCurl} onClick={() => setOpen(true)}>&lt;/&gt;</button>
            {open && <RequestDialog requests={[request].flat()} onClose={() => setOpen(false)} />}
        </>
    );
}

function titleOf({ method, url }: RequestDescription): string {
    return `${method} ${url.split("?", 1)[0]}`;
}

// One request, or those of the actions of a menu.
export function RequestDialog({ requests, onClose }: { requests: readonly RequestDescription[]; onClose: () => void }) {
    const [form, setForm] = useState("curl");
    const texts = requests.map((request) => (form === "curl" ? curlText(request, location.origin) : requestText(request, location.host)));
    const single = requests.length === 1 ? requests[0] : undefined;
    return (
        <Dialog title={single ? titleOf(single) : words.asCurl} wide onClose={onClose} footer={single && <Copy text={texts[0] ?? ""} />}>
            <Tabs label={words.asCurl} tabs={[{ key: "curl", title: words.asCurl }, { key: "request", title: words.asRequest }]} current={form} onSelect={setForm}>
                {requests.map((request, index) => (
                    <section key={index}>
                        {!single && <h3><code>{titleOf(request)}</code> <Copy text={texts[index] ?? ""} /></h3>}
                        <pre tabIndex={0}>{texts[index]}</pre>
                    </section>
                ))}
            </Tabs>
        </Dialog>
    );
}
