import type { Option } from "../parts/Field";
import { Text } from "../parts/Text";
import { configuration } from "./words";

const words = configuration.employment;

export interface CountryChoiceProps {
    readonly codes: readonly string[];  // none: everywhere
    readonly countries: readonly Option[];
    readonly onChange: (codes: string[]) => void;
}

// In the order of the API, which sorts them: the same countries are the same value.
export function CountryChoice({ codes, countries, onChange }: CountryChoiceProps) {
    const titleOf = (code: string) => countries.find((country) => country.value === code)?.title ?? code;
    return (
        <>
            {codes.length === 0 ? <p class="quiet">{words.everywhere}</p> : (
                <ul class="chips" aria-label={words.countries}>
                    {codes.map((code) => (
                        <li key={code} class="chip">
                            <Text>{titleOf(code)}</Text>
                            <button type="button" aria-label={configuration.remove(titleOf(code))} onClick={() => onChange(codes.filter((one) => one !== code))}>×</button>
                        </li>
                    ))}
                </ul>
            )}
            <select aria-label={words.add} value="" onChange={(event) => {
                const code = event.currentTarget.value;
                event.currentTarget.value = "";
                if (code !== "") onChange([...codes, code].sort());
            }}>
                <option value="">{words.add} …</option>
                {countries.filter((country) => !codes.includes(country.value)).map((country) => <option key={country.value} value={country.value}>{country.title}</option>)}
            </select>
        </>
    );
}
