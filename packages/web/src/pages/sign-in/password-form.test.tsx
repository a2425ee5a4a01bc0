// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { WithPassword } from "./password-form.tsx";

afterEach(cleanup);

test("its field offers passkeys too: without a mail server it is the only field of the page", () => {
	render(<WithPassword wanted={undefined} second />);
	fireEvent.click(screen.getByRole("button", { name: "Use a password" }));
	expect(screen.getByLabelText("Email").getAttribute("autocomplete")).toBe("username webauthn");
});
