import { useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send, upload } from "../api/client";
import type { Company } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { useDataUrl } from "../parts/data_url";
import { toast, toastError } from "../parts/Toast";
import { may } from "../session";
import { configuration } from "./words";

const words = configuration.company;
const address = at("/configuration/company/logo");
const kMostBytes = 1024 * 1024 - 1024;  // the form around the file counts, too

export function useLogo(company: Company | undefined): string | undefined {
    const logo = useResource(company?.logo === undefined ? null : address);
    return useDataUrl(logo.error ? undefined : logo.data);
}

export function LogoEditor({ company }: { company: Company }) {
    const input = useRef<HTMLInputElement>(null);
    const [busy, setBusy] = useState(false);
    const src = useLogo(company);
    const changes = [{ prefix: at("/configuration/company") }];
    const run = async (change: () => Promise<unknown>, done: string) => {
        setBusy(true);
        await change().then(() => toast(done), toastError);
        setBusy(false);
    };
    const choose = (file: File | undefined) => {
        if (file === undefined) return;
        if (file.size > kMostBytes) return toast(words.logoTooLarge, { kind: "failed" });
        void run(() => upload("PUT", address, file, { changes }), words.logoSaved);
    };
    return (
        <div class="panel">
            {company.logo === undefined ? <p class="quiet">{words.noLogo}</p> : src !== undefined && <p><img class="logo" src={src} alt={words.logoOf(company.name)} /></p>}
            <p class="quiet">{words.logoText}</p>
            {may("changeConfiguration") && (
                <div class="buttons">
                    <input ref={input} type="file" accept="image/png,image/jpeg,image/gif,image/webp" hidden aria-label={words.upload}
                        onChange={(event) => { choose(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} />
                    <Button small busy={busy} onClick={() => input.current?.click()}>{words.upload}</Button>
                    {company.logo !== undefined && <Button small busy={busy} onClick={() => void run(() => send("DELETE", address, undefined, { changes }), words.logoRemoved)}>{words.removeLogo}</Button>}
                    <AsCurl request={[{ method: "PUT", url: address, file: "logo.png" }, ...(company.logo === undefined ? [] : [{ method: "DELETE" as const, url: address }])]} />
                </div>
            )}
        </div>
    );
}
