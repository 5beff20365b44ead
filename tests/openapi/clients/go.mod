module clients

go 1.18

require golang.org/x/oauth2 v0.8.0

require (
	github.com/golang/protobuf v1.5.2 // indirect
	golang.org/x/net v0.10.0 // indirect
	google.golang.org/appengine v1.6.7 // indirect
	google.golang.org/protobuf v1.28.0 // indirect
)
