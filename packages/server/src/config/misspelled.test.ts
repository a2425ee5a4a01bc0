import { expect, test } from "vitest";
import { SETTINGS } from "./config.ts";
import { misspelledSettings } from "./misspelled.ts";

test("a variable that is nearly a setting is reported with the setting", () => {
	const environment = {
		DATABSE_URL: "postgres://db.example/lapwing",
		lapwing_secret: "x",
		SMTP_URI: "smtp://localhost",
	};
	expect(misspelledSettings(environment)).toEqual([
		"DATABSE_URL is no setting. Did you mean DATABASE_URL?",
		"lapwing_secret is no setting. Did you mean LAPWING_SECRET?",
		"SMTP_URI is no setting. Did you mean SMTP_URL?",
	]);
});

test("settings, empty variables and those of other programs are not reported", () => {
	const settings = Object.fromEntries(SETTINGS.map(({ name }) => [name, "x"]));
	const others = ["HOSTNAME", "PATH", "POST", "GHOST", "LAPWING_URL", "LAPWING_PORT", "LOGNAME", "NODE_EXTRA_CA_CERTS"];
	const environment = Object.fromEntries(others.map((name) => [name, "x"]));
	expect(misspelledSettings({ ...settings, ...environment, SMTP_URI: " " })).toEqual([]);
});
