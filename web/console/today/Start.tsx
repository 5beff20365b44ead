import { Text } from "../parts/Text";
import { me } from "../session";
import { today as words } from "./words";

export default function Start() {
    return <h1><Text>{words.welcome(me.value?.firstName ?? "")}</Text></h1>;
}
