import { at } from "../api/address";
import { useResource } from "../api/cache";
import { FormEditor } from "../configuration/FormEditor";
import { FormFacts } from "../configuration/FormFacts";
import { configuration } from "../configuration/words";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { may } from "../session";
import type { TabProps } from "./Job";

// What the job adds to the application form of the company.
export function JobForm({ job }: TabProps) {
    const address = at("/jobs/{jobId}/application-form", { jobId: job.id });
    const form = useResource(address);
    const company = useResource(at("/configuration/application-form"));
    return (
        <>
            <p class="quiet">{configuration.form.jobText} <AsCurl request={{ method: "GET", url: address }} /></p>
            <Loaded resource={company} lines={3}>
                {(general) => (
                    <Loaded resource={form} lines={6}>
                        {(own) => (may("changeJobs") ? <FormEditor key={job.id} address={address} opened={own} version={form.version} company={general} /> : <FormFacts form={own} />)}
                    </Loaded>
                )}
            </Loaded>
        </>
    );
}
