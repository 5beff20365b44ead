import type { ConsentDecisionStatus, ConsentStatus, OnboardingStatus } from "../api/types";

const consent: Record<ConsentStatus, string> = { REQUIRED: "Consent needed", PENDING: "Consent requested", ACQUIRED: "Consent given" };
const decision: Record<ConsentDecisionStatus, string> = { acquired: "Consent given", declined: "Consent declined", required: "Consent needed" };
const onboarding: Record<OnboardingStatus, string> = {
    READY_TO_ONBOARD: "Ready to onboard", ONBOARDING_SUCCESSFUL: "Onboarding successful", ONBOARDING_FAILED: "Onboarding failed",
};

export const candidates = {
    title: "Candidates",
    one: "Candidate",
    add: "Add candidate",
    edit: "Edit",
    remove: "Delete candidate",
    open: "Open as a page",
    close: "Close",
    none: "–",
    list: {
        placeholder: 'Names and words, "exact phrase", status:NEW, tag:forklift, updated:7d …',
        name: "Name", job: "Job", status: "Status", location: "Location", tags: "Tags", consent: "Consent", updated: "Updated",
        tag: "Tag", source: "Source", rating: "Rating",
        stars: (count: number) => "★".repeat(count),
        day: "Last 24 hours", week: "Last 7 days", month: "Last 30 days", quarter: "Last 90 days",
        others: (count: number) => `+ ${count}`,
        pool: "Talent pool",
        referredBy: (name: string) => `Referred by ${name}`,  // as the API names the source
        internal: "Employee",
        emptyTitle: "No candidates yet",
        emptyText: "Candidates come with their applications for a published job, or you add them.",
        noMatchTitle: "No candidate matches",
        noMatchText: "Remove a filter, or search for whole words of the name, the e-mail address, the location or the experience.",
        requestConsent: "Request consent",
        requesting: (count: number) => `Requesting consent of ${count} candidates`,
        addTag: "Add tag …",
        tagging: (count: number, tag: string) => `Adding the tag “${tag}” to ${count} candidates`,
    },
    profile: {
        contact: "Contact", email: "E-mail", phone: "Phone", location: "Location", links: "Links", id: "Id", created: "Added", updated: "Changed",
        web: { website: "Website", linkedin: "LinkedIn", twitter: "Twitter", facebook: "Facebook", skype: "Skype" } as Readonly<Record<string, string>>,
        tags: "Tags", consent: "Consent", experience: "Experience", education: "Education", applications: "Applications",
        noExperience: "No experience is recorded.", noEducation: "No education is recorded.", noLinks: "No links",
        until: "today",
        tabs: { label: "Candidate", profile: "Profile", timeline: "Timeline", properties: "Properties", answers: "Answers and files" },
    },
    tags: {
        saved: "Tags changed", placeholder: "Add a tag and press Enter", none: "No tags", edit: "Edit tags", label: "Tags",
    },
    consent: {
        status: consent, decision, request: "Request consent", again: "Request again",
        requested: "The request was sent by mail", since: "Requested", given: "Given",
        refused: "Mail cannot be sent to this address",
        title: (who: string) => `Request consent of ${who}?`, people: (count: number) => `${count} candidates`,
        help: "The candidate gets a mail with a link to give or decline consent. It is valid for 30 days.",
        helpAll: "Each candidate gets a mail with a link to give or decline consent. It is valid for 30 days.",
    },
    applications: {
        none: "No applications: this person is in the talent pool.", addToJob: "Add to a job",
        move: "Move …", reject: "Reject …", withdraw: "Withdraw …", source: "Change source …", onboarding: "Onboarding status …", offer: "Create offer",
        remove: "Delete application …", offers: "Offers", pipeline: "Pipeline", current: "Selected application", select: "Select application",
        moved: (job: string, status: string) => `${job}: ${status}`, movedBack: (job: string, status: string) => `${job}: back to ${status}`,
        step: (status: string, step: string | undefined) => (step === undefined ? status : `${status}: ${step}`),
        reason: "Reason", startsOn: "First day", sourceName: "Source", status: "Status", subStatus: "Step", noReason: "Without a reason",
        rejectTitle: (who: string) => `Reject ${who}`, withdrawTitle: (who: string) => `Withdraw ${who}`, moveTitle: (who: string) => `Move ${who}`,
        hireHelp: "Hiring fills the oldest open position of the job.",
        sourceTitle: "Change the source", sourceSaved: "Source changed", onboardingTitle: "Onboarding status", onboardingSaved: "Onboarding status changed",
        removeTitle: "Delete the application?",
        removeText: (who: string, job: string) => `The application of ${who} for ${job} is deleted, with its history, its offers and its properties. The candidate stays. This cannot be undone.`,
        removed: "Application deleted", delete: "Delete",
        onboardingStatus: onboarding,
    },
    deletion: {
        title: (who: string) => `Delete ${who}?`,
        text: (applications: number) => `${applications === 0 ? "Nothing" : applications === 1 ? "1 application" : `${applications} applications`} for jobs that you see, with history, offers and properties, the tags, the consent and all personal data are deleted for good. This cannot be undone.`,
        action: "Delete for good",
        done: (who: string) => `${who} was deleted`,
    },
    erasure: {
        title: "Erasure requests", applicant: "Applicant", requested: "Requested", emptyTitle: "No requests", emptyText: "Applicants can ask for the deletion of their data by the link in their mail.",
        text: "Applicants who want their data to be deleted. Deleting the candidate answers the request.",
        deleteText: "All applications with history, offers, answers and files, and all personal data are deleted for good. This cannot be undone.",
        dismiss: "Dismiss the request", dismissTitle: (who: string) => `Dismiss the request of ${who}?`, dismissText: "The data is kept. Do this only if the law requires or permits it.", dismissed: (who: string) => `The request of ${who} was dismissed`,
        actions: (who: string) => `Actions for ${who}`,
    },
    form: {
        firstName: "First name", lastName: "Last name", email: "E-mail", phone: "Phone", city: "City", region: "Region", country: "Country",
        job: "Job", jobHelp: "Without a job the person is added to the talent pool.", jobRequired: "Your role adds candidates to jobs only.",
        source: "Source", sourceHelp: "API, if nothing is chosen.", internal: "Is an employee of the company",
        position: "Current position", company: "Current company", institution: "Last school or university", degree: "Degree",
        created: (who: string) => `${who} was added`, saved: "Candidate saved", nothingChanged: "Nothing was changed",
        known: "A person with the same e-mail address and last name is not created twice: empty fields are filled in.",
    },
    timeline: {
        label: "Timeline", empty: "Nothing has happened yet.",
        added: "Added as a candidate", applied: "Application", offer: (status: string) => `Offer: ${status}`, consentRequested: "Consent requested",
    },
    properties: {
        application: "Application", saved: "Properties saved", none: "There are no properties.", noApplication: "Properties belong to an application. This person has none.",
        yes: "Yes", no: "No", amount: (label: string) => `${label}: amount`, currency: (label: string) => `${label}: currency`,
        region: "A code such as us-wa", needed: "Needed to send the offer.", percent: "From 0 to 100", nothingChanged: "Nothing was changed",
    },
    answers: { none: "This candidate answered no screening questions for this job.", noApplication: "Answers belong to an application. This person has none.", noAnswer: "No answer", files: "Files", noFiles: "No files came with this application.", download: "Download", fileTypes: { RESUME: "Resume", AVATAR: "Picture", COVER_LETTER: "Cover letter", GENERIC_FILE: "Document" } },
    keys: { edit: "Edit candidate", tags: "Edit tags", move: "Move the selected application", reject: "Reject the selected application", withdraw: "Withdraw the selected application", offer: "Create an offer", remove: "Delete candidate", next: "Select the next application", source: "Change the source of the selected application", onboarding: "Onboarding status of the selected application", add: "Add a candidate", consent: "Request consent", page: "Open as a page" },
};
