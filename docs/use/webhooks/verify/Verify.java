// Java 17 or newer, no packages. Try it: java Verify.java SECRET ID TIMESTAMP SIGNATURE <body.json
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    private static final long TOLERANCE_SECONDS = 300;

    /** Whether Lapwing sent this message; {@code body} is the bytes as they came. */
    static boolean isFromLapwing(String secret, String id, String timestamp, String signature, byte[] body)
            throws Exception {
        if (!timestamp.matches("[0-9]{1,15}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) {
            return false;
        }
        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        // Several during a change of the secret.
        for (String each : signature.split(" ")) {
            if (MessageDigest.isEqual(expected, each.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        System.in.transferTo(body);
        System.exit(isFromLapwing(args[0], args[1], args[2], args[3], body.toByteArray()) ? 0 : 1);
    }
}
