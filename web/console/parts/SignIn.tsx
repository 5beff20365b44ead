import { useState } from "preact/hooks";
import { isStill, kSignInPage, otherUser, signedInAgain, signIn, signInNeeded } from "../api/sign_in";
import { me } from "../session";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { parts } from "./words";

const words = parts.signIn;

// Mounted once, by the shell: shown while calls wait because the session has ended, and when somebody else is signed in.
export function SignIn() {
    if (otherUser.value !== undefined) return <OtherUser name={otherUser.value} />;
    return signInNeeded.value ? <SignInDialog /> : null;
}

// Lets the calls go on that wait; not for somebody else.
async function proceed(): Promise<boolean> {
    const goesOn = await isStill(me.peek()?.id);
    if (goesOn) signedInAgain();
    return goesOn || otherUser.peek() !== undefined;
}

function OtherUser({ name }: { name: string }) {
    const own = me.peek();
    return (
        <Dialog title={words.otherTitle}>
            <p role="alert"><bdi>{words.otherText(name, own === undefined ? "" : `${own.firstName} ${own.lastName}`)}</bdi></p>
            <div class="buttons">
                <Button kind="primary" onClick={() => location.reload()}>{words.reload}</Button>
                <Button onClick={() => void proceed().catch(() => {})}>{words.checkAgain}</Button>
            </div>
        </Dialog>
    );
}

function SignInDialog() {
    const own = me.peek()?.email;
    const [email, setEmail] = useState(own ?? "");
    const [password, setPassword] = useState("");
    const [notice, setNotice] = useState<string>();
    const [needsPage, setNeedsPage] = useState(false);
    const [busy, setBusy] = useState(false);
    const attempt = async (run: () => Promise<void>) => {
        setBusy(true);
        await run().catch(() => setNotice(parts.offline));
        setBusy(false);
    };
    const askForPage = () => {
        setNeedsPage(true);
        setNotice(words.page);
    };
    const submit = () => attempt(async () => {
        const result = await signIn(email, password);
        if (result === "done" && await proceed()) return;
        setPassword("");
        if (typeof result === "string") return askForPage();
        setNeedsPage(false);
        setNotice(result.message);
    });
    const goOn = () => attempt(async () => { if (!(await proceed())) askForPage(); });
    return (
        <Dialog title={words.title}>
            <p>{words.text}</p>
            {notice !== undefined && <p class="notice bad" role="alert">{notice}</p>}
            <form class="form" onSubmit={(event) => { event.preventDefault(); void submit(); }}>
                <div class="field"><label for="sign-in-email">{words.email}</label>
                    <input id="sign-in-email" type="email" autocomplete="username" required readOnly={own !== undefined} value={email} onInput={(event) => setEmail(event.currentTarget.value)} /></div>
                <div class="field"><label for="sign-in-password">{words.password}</label>
                    <input id="sign-in-password" type="password" autocomplete="current-password" required data-first value={password} onInput={(event) => setPassword(event.currentTarget.value)} /></div>
                <div class="buttons">
                    <Button type="submit" kind="primary" busy={busy}>{words.submit}</Button>
                    <a href={kSignInPage} target="_blank" rel="noopener">{words.open}</a>
                    {needsPage && <Button busy={busy} onClick={() => void goOn()}>{words.proceed}</Button>}
                </div>
            </form>
        </Dialog>
    );
}
