import type { CandidatePropertyAudience, CandidatePropertyContext, CandidatePropertyType, CandidateTextFormat, ConsentScope, FormFieldType, JobPropertyCategory, JobPropertyType, OfferPropertyType, SubStatuses } from "../api/types";

const stages: Record<keyof SubStatuses, string> = { IN_REVIEW: "In review", INTERVIEW: "Interview", OFFERED: "Offered" };
const types: Record<CandidatePropertyType | OfferPropertyType, string> = {
    BOOLEAN: "Yes or no", COUNTRY: "Country", CURRENCY: "Amount of money", DATE: "Date", NUMBER: "Number", PERCENT: "Percentage", REGION: "Region",
    SINGLE_SELECT: "List of values", MULTI_SELECT: "List of values (multiple)", SELECT: "Selection", TEXT: "Text", USER: "User",
};
const jobTypes: Record<JobPropertyType, string> = { SINGLE_SELECT: "List of values", TEXT: "Text" };
const categories: Record<JobPropertyCategory, string> = { job: "Job", organization: "Organisation" };
const audiences: Record<CandidatePropertyAudience, string> = { ALL: "Everybody who sees the candidate", FULL_ACCESS: "Users with full access" };
const contexts: Record<CandidatePropertyContext, string> = { PROFILE: "Profile", OFFER_FORM: "Offer form", HIRE_FORM: "Hire form", OFFER_APPROVAL_FORM: "Offer approval form" };
const textFormats: Record<CandidateTextFormat, string> = { EMAIL: "E-mail address", PATTERN: "Pattern" };
const fieldTypes: Record<FormFieldType, string> = {
    INPUT_TEXT: "Line of text", TEXTAREA: "Several lines of text", SINGLE_SELECT: "One of a list", MULTI_SELECT: "Several of a list", RADIO: "One of the shown", CHECKBOX: "Several of the shown",
    INFORMATION: "Information, nothing to answer",
};
const scopes: Record<ConsentScope, string> = {
    SINGLE: "Everything in one consent", SMART_RECRUIT: "This application", SMART_CRM: "Contact about other jobs", SMART_MESSAGE_SMS: "Text messages", SMART_MESSAGE_WHATSAPP: "WhatsApp messages",
};

export const configuration = {
    stages,
    name: "Name",
    id: "Id",
    type: "Type",
    add: "Add",
    create: "Create",
    rename: "Rename",
    renameOf: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Remove ${name}`,
    delete: "Delete",
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleted: (name: string) => `${name} deleted`,
    created: (name: string) => `${name} created`,
    saved: "Saved",
    actions: (name: string) => `Actions for ${name}`,
    addTo: (list: string) => `Add to ${list}`,
    search: (list: string) => `Search in ${list}`,
    noMatch: "Nothing matches.",
    more: "Show more",
    fixed: "cannot be changed",
    order: "Order",
    orders: { added: "As added", name: "A – Z", nameDown: "Z – A" },
    reorder: { action: "Change the order", title: "Order of the values", byName: "Sort by name", asArranged: "As arranged" },
    language: "Language",
    readOnly: "Administrators change this.",
    company: {
        title: "Company", identifier: "Identifier", operator: "The operator of the server changes name and identifier.",
        profile: "What the company says of itself", website: "Website", websiteHelp: "An http or https URL", industry: "Industry",
        country: "Country", region: "Region", city: "City", postalCode: "Postal code", address: "Address",
        logo: "Logo", logoText: "PNG, JPEG, GIF or WebP, up to 1 MB. The careers page and public postings show it.",
        upload: "Upload a logo", removeLogo: "Remove the logo", logoSaved: "Logo saved", logoRemoved: "Logo removed", logoTooLarge: "The logo has more than 1 MB.", noLogo: "The company has no logo.",
        logoOf: (name: string) => `Logo of ${name}`,
        careers: "Careers page",
    },
    careers: {
        title: "Careers page", saved: "Careers page saved", copyLink: "Copy the link to the careers page",
        name: "Name on the page", nameHelp: "If it is not the name of the company", accentColor: "Colour of links and buttons", accentHelp: "Made readable if it is too light", headerColor: "Colour of the header", headerHelp: "White without one",
        pick: (label: string) => `${label}: choose`, default: "Default", headline: "Headline", introduction: "Introduction", html: "HTML above the list of jobs; elements that are not allowed are removed.",
        confirmation: "Confirmation", confirmationHelp: "What applicants read after they have applied", imprint: "Imprint", privacy: "Privacy policy",
        translations: "Texts in other languages", addTranslation: "Add a language", firstLanguage: "Without translation",
        preview: "Preview", adapted: "The colour is changed a little on the page, so that text in it can be read.", noJobs: "No published jobs yet", apply: "Apply now", afterwards: "After applying:",
        defaultHeadline: (name: string) => `Jobs at ${name}`, defaultConfirmation: "The standard text",
    },
    process: {
        title: "Hiring processes", one: "Hiring process", create: "Create a hiring process", delete: "Delete the process", emptyTitle: "No hiring processes",
        text: "Steps divide the stages of an application. All jobs use the default process.",
        default: "Default", inactive: "Inactive", active: "Active", isDefault: "Default: the process of all jobs", defaultStays: "Make another process the default one instead.",
        defaultHelp: "The default process must be active.",
        steps: "Steps", stepName: "Name of the step", noSteps: "No steps", addStep: (stage: string) => `New step of ${stage}`,
        required: "Must not be skipped",
        repeated: (name: string) => `Two steps are called “${name}”. Names of steps must differ in the whole process.`,
        removedSteps: "An application in a step that is removed stays there until it is moved.",
        deleteText: "The process and its steps are deleted. This cannot be undone.",
    },
    reasons: {
        title: "Rejection and withdrawal reasons", rejection: "Rejection reasons", withdrawal: "Withdrawal reasons", add: "New reason", none: "No reasons",
        text: "Recruiters choose one when they reject or withdraw an application. A new name is shown for past applications, too.",
        deleteText: "It can no longer be chosen. Applications that have it keep it. This cannot be undone.",
    },
    sources: {
        title: "Sources", create: "Create a source", type: "Type", none: "No sources of this type", idHelp: "Letters, digits and dashes; generated if empty. Links to the application form name it.",
        text: "Where candidates come from. Sources of referrals are the users of the company.",
        withSubType: (label: string, subType: string) => `${label}: ${subType}`,
        deleteText: "It can no longer be chosen. Applications that have it keep it.",
    },
    employment: {
        title: "Types of employment", one: "Type of employment", countries: "Countries", everywhere: "Everywhere", add: "Add a country",
        text: "Jobs can have a type in its countries only, or everywhere if it has none. Jobs that have it already keep it until their country changes.",
    },
    jobProperty: {
        title: "Job properties", one: "Job property", create: "Create a job property", emptyTitle: "No job properties", types: jobTypes, categories,
        emptyText: "Job properties are fields of your own on every job: a shift, a cost centre, a brand. Postings can show them, lists and reports filter by them.",
        text: "Fields of your own on every job.",
        label: "Name in English", category: "Category", typeHelp: "It cannot be changed later.", visible: "Public postings show it", visibleShort: "Public", required: "Jobs must have a value", requiredShort: "Required",
        active: "Active", inactive: "Inactive", activate: "Activate", deactivate: "Deactivate", activated: (name: string) => `${name} is active`, deactivated: (name: string) => `${name} is inactive`,
        inactiveText: "Jobs keep the values that they have, and cannot get a value. Postings do not show it.",
        values: "Values", value: "Value", addValue: "Add a value", valueId: "Id of the value", valueIdHelp: "For integrations; unique in the list, without a slash. Generated if empty.",
        noValues: "No values yet", noValuesText: "Jobs can choose among the values that you add here.", archived: "Archived", archive: "Archive", restore: "Restore",
        archivedOne: (name: string) => `${name} archived`, restoredOne: (name: string) => `${name} restored`, showArchived: "Show archived",
        translate: "Translate", translateOf: (name: string) => `Translate ${name}`, translation: "Name in this language", translated: "Translation saved", translateHelp: "Shown where the language is preferred; otherwise the English name.",
        dependsOn: "Depends on", dependents: "Dependent properties", noDependents: "No property depends on this one.",
        dependentsText: "Which values a dependent property can have is decided by the value of this one.",
        addDependent: "Add a dependent property", removeDependent: (name: string) => `Remove ${name}`, dependentAdded: (name: string) => `${name} depends on this property now`,
        removeTitle: (name: string) => `Remove the dependence of ${name}?`, removeText: "Which of its values are possible is forgotten, and all of its values are possible again. This cannot be undone.", removeAction: "Remove", dependentRemoved: "Dependence removed",
        possible: (dependent: string) => `Possible values of ${dependent}`, forValue: "With the value", chooseValue: "Choose a value", nonePossible: "Choose a value to see which values are possible with it.",
    },
    candidateProperty: {
        title: "Candidate properties", one: "Candidate property", create: "Create a candidate property", emptyTitle: "No candidate properties",
        text: "Fields of your own on every application.", types, key: "Key", keyHelp: "Letters and digits; made of the name if empty. It never changes.",
        audience: "Who sees it", audiences, context: "Forms that show it", contexts, values: "Values", valuesHelp: "At least one. More can be added later.", noValues: "No values",
        textFormat: "Format of a text", textFormats, pattern: "Pattern", patternHelp: "# is a digit, @ a letter, * a letter or a digit; such as EMP-###",
        deleteText: "It is no longer shown. Its values on applications are kept, and come back in no other way.", valueDeleteText: "It can no longer be chosen. Applications that have it keep it.",
    },
    offerProperty: {
        title: "Offer properties", create: "Create an offer property", edit: (name: string) => `Edit ${name}`, emptyTitle: "No offer properties", emptyText: "Offers have the terms that you define here.",
        text: "The terms of offers, by category.", types, key: "Key", keyHelp: "Letters, digits and dashes; the name in the API and in letters. It never changes.", category: "Category", categoryHelp: "An existing one, or a new one",
        values: "Values", valuesHelp: "Without values, it can be any text.",
        required: "An offer needs it to be sent", requiredShort: "Required", deleteText: "Offers that have it keep it; new ones cannot have it.",
    },
    form: {
        title: "Application form", text: "What candidates are asked when they apply for any job. Jobs can add questions.",
        jobText: "What candidates for this job are asked, after the questions of the company. A change takes effect at once, also for published ads.",
        questions: "Screening questions", noQuestions: "No questions", addQuestion: "Add a question", editQuestion: "Edit", question: "Question", untitled: "Question without a text",
        copyOf: "of the company", companyQuestions: "Questions of the company", replaceHere: "Replace for this job", noCompanyQuestions: "The company asks nothing.", replaced: "replaced below",
        label: "Question", nameOf: "Name for recruiters", nameHelp: "Short; shown beside the answers", repeatable: "Can be answered several times", done: "Done",
        field: (number: number) => `Field ${number}`, addField: "Add a field", removeField: "Remove the field", fieldLabel: "Label of the field", fieldType: "Answer", fieldTypes, required: "Required", diversity: "For diversity reports only; recruiters do not see single answers",
        choices: "Choices", addChoice: "New choice", choice: "Choice",
        condition: "Ask only if", always: "Always asked", conditionQuestion: "Answer to", conditionValues: "is one of", brokenCondition: "Its condition names a question that comes later, or a choice that is gone",
        asksIf: (question: string, values: string) => `only if “${question}” is ${values}`,
        translations: "Translations", addTranslation: "Add a translation", translationText: (language: string) => `Text in ${language}`,
        consents: "Consent", addConsent: "Add a consent", consentText: "Text", consentRequired: "Nobody can apply without it", scopes, noConsents: "No consent is asked for.", singleOnly: "One consent for everything stands alone.",
        policies: "Privacy policies", addPolicy: "Add a privacy policy", policyUrl: "Link", policyName: "Organisation", noPolicies: "No privacy policies",
        avatar: "Candidates may send a picture", asCompany: "As the company", useOwn: "Use own ones for this job", useCompany: "Use those of the company", yes: "Yes", no: "No",
        faultIn: (number: number, message: string) => `Question ${number}: ${message}`,
        empty: "A question needs a text, and each of its fields a label", noChoices: "A list needs at least one choice",
    },
};
