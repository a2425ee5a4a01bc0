// Go 1.20 or newer, no modules. Try it: go run verify.go SECRET ID TIMESTAMP SIGNATURE <body.json
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// IsFromLapwing says whether Lapwing sent this message; body is the bytes as they came.
func IsFromLapwing(secret, id, timestamp, signature string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// Several during a change of the secret.
	for _, each := range strings.Split(signature, " ") {
		if hmac.Equal([]byte(each), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil || len(os.Args) != 5 || !IsFromLapwing(os.Args[1], os.Args[2], os.Args[3], os.Args[4], body) {
		os.Exit(1)
	}
}
