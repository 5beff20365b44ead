import type { ScreenProps } from "../router";
import { CandidateProfile } from "./Profile";

export default function CandidatePage({ params: { candidateId } }: ScreenProps<"/candidates/{candidateId}/profile">) {
    return <CandidateProfile key={candidateId} candidateId={candidateId} />;
}
