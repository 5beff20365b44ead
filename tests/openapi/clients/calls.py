"""Calls of a Python program, with the types of openapi-python-client."""

import os

from callboard_client import AuthenticatedClient
from callboard_client.api.candidates import create_candidate, list_candidates
from callboard_client.api.jobs import create_job, get_job, list_jobs, publish_job, update_job
from callboard_client.api.offers import list_offers
from callboard_client.api.reporting import list_reports
from callboard_client.api.webhooks import create_secret_key, create_subscription
from callboard_client.models.application_status import ApplicationStatus
from callboard_client.models.candidate_details import CandidateDetails
from callboard_client.models.candidate_input import CandidateInput
from callboard_client.models.candidates import Candidates
from callboard_client.models.consent_status import ConsentStatus
from callboard_client.models.error import Error
from callboard_client.models.job_details import JobDetails
from callboard_client.models.job_input import JobInput
from callboard_client.models.jobs import Jobs
from callboard_client.models.location import Location
from callboard_client.models.offer_status import OfferStatus
from callboard_client.models.offers import Offers
from callboard_client.models.posting_status import PostingStatus
from callboard_client.models.reference import Reference
from callboard_client.models.reports import Reports
from callboard_client.models.subscription import Subscription
from callboard_client.models.subscription_input import SubscriptionInput
from callboard_client.models.subscription_secret_key import SubscriptionSecretKey

client = AuthenticatedClient(
    base_url=os.environ["CALLBOARD_URL"],
    token=os.environ["CALLBOARD_KEY"],
    prefix="",
    auth_header_name="X-SmartToken",
)

job = create_job.sync(
    client=client,
    body=JobInput(
        title="Typed Cook",
        industry=Reference(id="restaurants"),
        function=Reference(id="production"),
        experience_level=Reference(id="entry_level"),
        location=Location(country_code="us", city="Atlanta"),
    ),
)
assert isinstance(job, JobDetails), job
assert job.posting_status == PostingStatus.NOT_PUBLISHED

assert publish_job.sync_detailed(job_id=str(job.id), client=client).status_code == 204
refused = get_job.sync(job_id="nonsense", client=client)
assert isinstance(refused, Error) and refused.errors[0].code == "JOB_NOT_FOUND", refused

jobs = list_jobs.sync(client=client, limit=1)
assert isinstance(jobs, Jobs) and jobs.next_page_id is not None, jobs

people = list_candidates.sync(client=client, status=[ApplicationStatus.NEW, ApplicationStatus.INTERVIEW])
assert isinstance(people, Candidates) and people.content, people
assert all(isinstance(each.consent.status, ConsentStatus) for each in people.content)

offers = list_offers.sync(client=client)
assert isinstance(offers, Offers) and offers.content, offers
assert all(isinstance(each.status, OfferStatus) for each in offers.content)

person = create_candidate.sync(
    client=client, body=CandidateInput(first_name="Ida", last_name="Rhodes", email="ida@typed.example")
)
assert isinstance(person, CandidateDetails) and person.first_name == "Ida", person

subscription = create_subscription.sync(
    client=client, body=SubscriptionInput(callback_url="https://hooks.example.com/typed", events=["job.created"])
)
assert isinstance(subscription, Subscription), subscription
key = create_secret_key.sync(subscription_id=str(subscription.id), client=client)
assert isinstance(key, SubscriptionSecretKey) and key.secret_key, key

reports = list_reports.sync(client=client, limit=3)
assert isinstance(reports, Reports) and reports.content, reports
