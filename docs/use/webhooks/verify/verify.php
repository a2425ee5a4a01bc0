<?php
// PHP 8 or newer, no packages. Try it: php verify.php SECRET ID TIMESTAMP SIGNATURE <body.json
const TOLERANCE_SECONDS = 300;

/** Whether Lapwing sent this message; $body is the bytes as they came (php://input). */
function is_from_lapwing(string $secret, string $id, string $timestamp, string $signature, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Several during a change of the secret.
    foreach (explode(' ', $signature) as $each) {
        if (hash_equals($expected, $each)) {
            return true;
        }
    }
    return false;
}

if (realpath($argv[0] ?? '') === __FILE__) {
    [, $secret, $id, $timestamp, $signature] = $argv;
    exit(is_from_lapwing($secret, $id, $timestamp, $signature, file_get_contents('php://stdin')) ? 0 : 1);
}
