//go:build tools

// Names the program that go.mod pins.
package tools

import _ "github.com/dexidp/dex/cmd/dex"
