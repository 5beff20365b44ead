// Calls of a Go program, with the client of OpenAPI Generator.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"clients/callboard"
)

func good(answer *http.Response, err error) {
	if err != nil {
		log.Fatalf("%v: %v", answer, err)
	}
}

func expect(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

func main() {
	config := callboard.NewConfiguration()
	config.Servers = callboard.ServerConfigurations{{URL: os.Getenv("CALLBOARD_URL")}}
	config.AddDefaultHeader("X-SmartToken", os.Getenv("CALLBOARD_KEY"))
	client := callboard.NewAPIClient(config)
	ctx := context.Background()

	id := func(text string) callboard.Reference { return *callboard.NewReference(text) }
	input := callboard.NewJobInput("Typed Cook", id("restaurants"), id("production"), id("entry_level"),
		*callboard.NewLocation("us", "Atlanta"))
	job, answer, err := client.JobsAPI.CreateJob(ctx).JobInput(*input).Execute()
	good(answer, err)
	expect(job.PostingStatus == callboard.POSTINGSTATUS_NOT_PUBLISHED, "a new job is not published")

	answer, err = client.JobsAPI.PublishJob(ctx, job.Id).Execute()
	good(answer, err)
	expect(answer.StatusCode == http.StatusNoContent, "the job is published")

	jobs, answer, err := client.JobsAPI.ListJobs(ctx).Limit(1).
		Statuses([]callboard.JobStatusName{callboard.JOBSTATUSNAME_SOURCING, callboard.JOBSTATUSNAME_OFFER}).Execute()
	good(answer, err)
	expect(jobs.NextPageId.IsSet() && jobs.NextPageId.Get() != nil, "there is more than one job")
	expect(answer.Header.Get("Link") != "", "the next page has a link")

	people, answer, err := client.CandidatesAPI.ListCandidates(ctx).
		Status([]callboard.ApplicationStatus{callboard.APPLICATIONSTATUS_NEW, callboard.APPLICATIONSTATUS_INTERVIEW}).Execute()
	good(answer, err)
	expect(len(people.Content) > 0 && people.Content[0].Consent.Status.IsValid(), "there are candidates")

	offers, answer, err := client.OffersAPI.ListOffers(ctx).Execute()
	good(answer, err)
	expect(len(offers.Content) > 0 && offers.Content[0].Status.IsValid(), "there are offers")

	title := "Typed Chef"
	change := callboard.NewJsonPatchOperation(callboard.JSONPATCHACTION_REPLACE, "/title")
	change.SetValue(title)
	changed, answer, err := client.JobsAPI.UpdateJob(ctx, job.Id).JsonPatchOperation([]callboard.JsonPatchOperation{*change}).Execute()
	good(answer, err)
	expect(changed.Title == title, "the job has another title")

	_, answer, err = client.JobsAPI.GetJob(ctx, "nonsense").Execute()
	expect(err != nil && answer.StatusCode == http.StatusNotFound, "there is no such job")
}
