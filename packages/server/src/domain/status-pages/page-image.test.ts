import { describe, expect, test } from "vitest";
import { imageFormat, MAX_IMAGE_BYTES } from "./page-image.ts";
import { extended, lossless, lossy, png } from "./testing/images.ts";

test("PNG and WebP are told by their bytes, with their size", () => {
	expect(imageFormat(png(300, 100), "logo")).toEqual({ type: "image/png", width: 300, height: 100 });
	expect(imageFormat(lossy(300, 100), "logo")).toEqual({ type: "image/webp", width: 300, height: 100 });
	expect(imageFormat(lossless(300, 100), "logo")).toEqual({ type: "image/webp", width: 300, height: 100 });
	expect(imageFormat(extended(300, 100), "logo")).toEqual({ type: "image/webp", width: 300, height: 100 });
	expect(imageFormat(png(64, 64), "icon")).toEqual({ type: "image/png", width: 64, height: 64 });
});

const text = (value: string) => new TextEncoder().encode(value);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const NEITHER = "This is neither a PNG nor a WebP image.";

describe("what is refused", () => {
	test.each([
		["nothing", new Uint8Array(), NEITHER],
		["SVG", text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(100)), NEITHER],
		["HTML", text("<html><script>alert(1)</script>".padEnd(100)), NEITHER],
		["GIF", text("GIF89a".padEnd(100)), NEITHER],
		["JPEG", joined(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), new Uint8Array(100)), NEITHER],
		["a PNG with a page behind it", joined(png(8, 8), text("<script>alert(1)</script>")), NEITHER],
		["a page with a PNG behind it", joined(text("<script>"), png(8, 8)), NEITHER],
		["the beginning of a PNG", png(8, 8).subarray(0, 40), NEITHER],
		[
			"a PNG whose first chunk is another",
			joined(png(8, 8).subarray(0, 12), text("tEXt"), png(8, 8).subarray(16)),
			NEITHER,
		],
		["a WebP with more behind it", joined(lossy(8, 8), text("<script></script>")), NEITHER],
		["a WebP of another kind", joined(lossy(8, 8).subarray(0, 12), text("ANIM"), lossy(8, 8).subarray(16)), NEITHER],
		["RIFF that is a sound", joined(lossy(8, 8).subarray(0, 8), text("WAVE"), lossy(8, 8).subarray(12)), NEITHER],
		["no pixels", png(0, 8), "This image has no pixels."],
		["too many pixels", png(2_001, 8), "This image has 2001 × 8 pixels; a logo at most 2000 × 2000."],
		[
			"a bomb",
			png(0xffff_ffff, 0xffff_ffff),
			"This image has 4294967295 × 4294967295 pixels; a logo at most 2000 × 2000.",
		],
		["too many bytes", new Uint8Array(MAX_IMAGE_BYTES + 1), "An image has at most 256 KiB."],
	])("%s", (_, bytes, problem) => {
		expect(imageFormat(bytes, "logo")).toBe(problem);
	});

	test("an icon that is not square", () => {
		expect(imageFormat(png(8, 9), "icon")).toBe("An icon is as wide as it is high; this image has 8 × 9.");
	});
});
