import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { ScreeningAnswer } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { LongText, Text } from "../parts/Text";
import { ApplicationChoice } from "./ApplicationChoice";
import { useSelected, type TabProps } from "./Profile";
import { candidates } from "./words";

const words = candidates.answers;

// The screening answers of an application, as text, and the files that came with it.
export function Answers({ candidate }: TabProps) {
    const { selected } = useSelected(candidate);
    const address = selected === undefined ? null : at("/candidates/{candidateId}/jobs/{jobId}/screening-answers", { candidateId: candidate.id, jobId: selected.job.id });
    const answers = useResource(address);
    if (address === null || selected === undefined) return <p class="quiet">{words.noApplication}</p>;
    return (
        <>
            <ApplicationChoice candidate={candidate} />
            <Loaded resource={answers}>
                {({ content }) => (content.length === 0 ? <p class="quiet">{words.none}</p> : <dl class="facts">{content.map((answer) => <Answer key={answer.id} answer={answer} />)}</dl>)}
            </Loaded>
            <AsCurl request={{ method: "GET", url: address }} />
            <Files candidateId={candidate.id} jobId={selected.job.id} />
        </>
    );
}

function Files({ candidateId, jobId }: { candidateId: string; jobId: string }) {
    const address = at("/candidates/{candidateId}/jobs/{jobId}/attachments", { candidateId, jobId });
    const files = useResource(address);
    return (
        <section>
            <header class="screen-head"><h3>{words.files}</h3><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={files} lines={1}>
                {({ content }) => (content.length === 0 ? <p class="quiet">{words.noFiles}</p> : (
                    <ul class="links">
                        {content.map(({ id, name, type }) => {
                            const url = at("/candidates/attachments/{attachmentId}", { attachmentId: id });
                            return <li key={id}><a href={url} download={name} aria-label={`${words.download}: ${name}`}><Text>{name}</Text></a> <span class="quiet">{words.fileTypes[type]}</span> <AsCurl request={{ method: "GET", url, saveAs: name }} /></li>;
                        })}
                    </ul>
                ))}
            </Loaded>
        </section>
    );
}

function Answer({ answer: { label, name, records } }: { answer: ScreeningAnswer }) {
    const fields = records.flatMap((record) => record.fields);
    return (
        <div>
            <dt><Text>{label || name}</Text></dt>
            <dd>
                {fields.length === 0 && <span class="quiet">{words.noAnswer}</span>}
                {fields.map((field, index) => (
                    <div key={index}>
                        {field.label !== undefined && <small class="quiet"><Text>{field.label}</Text></small>}
                        <LongText>{field.values.map((value) => value.label).join("\n")}</LongText>
                    </div>
                ))}
            </dd>
        </div>
    );
}
