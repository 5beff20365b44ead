import { at } from "../api/address";
import { useResource } from "../api/cache";
import { AsCurl } from "../parts/AsCurl";
import { Code } from "../parts/Copy";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { settings as words } from "./words";

export default function Company() {
    const address = at("/configuration/company");
    const company = useResource(address);
    return (
        <article class="screen narrow">
            <header class="screen-head"><h1>{words.company.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={company} lines={2}>
                {({ name, identifier }) => (
                    <dl class="facts">
                        <div><dt>{words.name}</dt><dd><Text>{name}</Text></dd></div>
                        <div><dt>{words.company.identifier}</dt><dd><Code>{identifier}</Code></dd></div>
                    </dl>
                )}
            </Loaded>
            <p class="quiet">{words.company.text}</p>
        </article>
    );
}
