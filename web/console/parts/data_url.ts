import { useEffect, useState } from "preact/hooks";

// A picture of the API as a data: URL, which the Content-Security-Policy allows for images.
export function useDataUrl(blob: Blob | undefined): string | undefined {
    const [url, setUrl] = useState<string>();
    useEffect(() => {
        setUrl(undefined);
        if (!(blob instanceof Blob)) return undefined;
        const reader = new FileReader();
        reader.onload = () => setUrl(String(reader.result));
        reader.readAsDataURL(blob);
        return () => { reader.onload = null; };
    }, [blob]);
    return url;
}
