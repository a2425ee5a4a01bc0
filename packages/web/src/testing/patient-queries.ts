/** Import it in tests that wait for the page: Testing Library's default of a second is short on a crowded machine. */

import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });
