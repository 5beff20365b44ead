import { useState } from "preact/hooks";
import { kSignInPage, signedInAgain, signIn, signInNeeded } from "../api/sign_in";
import { me } from "../session";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { parts } from "./words";

const words = parts.signIn;

// Mounted once, by the shell: shown while calls wait because the session has ended.
export function SignIn() {
    return signInNeeded.value ? <SignInDialog /> : null;
}

function SignInDialog() {
    const [email, setEmail] = useState(me.peek()?.email ?? "");
    const [password, setPassword] = useState("");
    const [notice, setNotice] = useState<string>();
    const [needsPage, setNeedsPage] = useState(false);
    const [busy, setBusy] = useState(false);
    const submit = async (event: Event) => {
        event.preventDefault();
        setBusy(true);
        try {
            const result = await signIn(email, password);
            if (result === "done") return signedInAgain();
            setNeedsPage(result === "needs_page");
            setNotice(result === "needs_page" ? words.page : result.message);
            setPassword("");
        } catch {
            setNotice(parts.offline);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Dialog title={words.title}>
            <p>{words.text}</p>
            {notice !== undefined && <p class="notice bad" role="alert">{notice}</p>}
            <form class="form" onSubmit={(event) => void submit(event)}>
                <div class="field"><label for="sign-in-email">{words.email}</label>
                    <input id="sign-in-email" type="email" autocomplete="username" required value={email} onInput={(event) => setEmail(event.currentTarget.value)} /></div>
                <div class="field"><label for="sign-in-password">{words.password}</label>
                    <input id="sign-in-password" type="password" autocomplete="current-password" required data-first value={password} onInput={(event) => setPassword(event.currentTarget.value)} /></div>
                <div class="buttons">
                    <Button type="submit" kind="primary" busy={busy}>{words.submit}</Button>
                    <a href={kSignInPage} target="_blank" rel="noopener">{words.open}</a>
                    {needsPage && <Button onClick={signedInAgain}>{words.proceed}</Button>}
                </div>
            </form>
        </Dialog>
    );
}
