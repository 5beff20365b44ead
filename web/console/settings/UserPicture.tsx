import { useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send, upload } from "../api/client";
import type { User } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Button } from "../parts/Button";
import { useDataUrl } from "../parts/data_url";
import { toast, toastError } from "../parts/Toast";
import { settings as words } from "./words";

const kMostBytes = 1024 * 1024 - 1024;  // the form around the file counts, too

function usePicture(user: User): string | undefined {
    const picture = useResource(at("/user-api/v201804/users/{userId}/avatar", { userId: user.id }));
    return useDataUrl(picture.error ? undefined : picture.data);
}

export function LargePicture({ user }: { user: User }) {
    const src = usePicture(user);
    return <Avatar firstName={user.firstName} lastName={user.lastName} size="large" {...(src !== undefined && { src })} />;
}

export function PictureEditor({ user }: { user: User }) {
    const address = at("/user-api/v201804/users/{userId}/avatar", { userId: user.id });
    const input = useRef<HTMLInputElement>(null);
    const [busy, setBusy] = useState(false);
    const changes = [{ entity: "user" as const, id: user.id }];
    const has = usePicture(user) !== undefined;
    const run = async (change: () => Promise<unknown>, done: string) => {
        setBusy(true);
        try {
            await change();
            toast(done);
        } catch (error) {
            toastError(error);
        } finally {
            setBusy(false);
        }
    };
    const choose = (file: File | undefined) => {
        if (file === undefined) return;
        if (file.size > kMostBytes) return toast(words.users.pictureTooLarge, { kind: "failed" });
        void run(() => upload("PUT", address, file, { changes }), words.users.pictureSaved);
    };
    return (
        <span class="buttons">
            <input ref={input} type="file" accept="image/png,image/jpeg,image/gif,image/webp" hidden aria-label={words.users.choosePicture}
                onChange={(event) => { choose(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} />
            <Button small busy={busy} onClick={() => input.current?.click()}>{words.users.choosePicture}</Button>
            {has && <Button small busy={busy} onClick={() => void run(() => send("DELETE", address, undefined, { changes }), words.users.pictureRemoved)}>{words.users.removePicture}</Button>}
            <AsCurl request={[{ method: "PUT", url: address, file: "picture.png" }, ...(has ? [{ method: "DELETE" as const, url: address }] : [])]} />
        </span>
    );
}
