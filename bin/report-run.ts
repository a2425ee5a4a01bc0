/**
 * Says at the end of a run what its counts do not: which tests passed at a further try alone, and how many were skipped
 * for want of a program, and how to get it. Such a test names the program in its options:
 * `{ skip: …, meta: { needs: "nats-server" } }`.
 */

import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

export default class ReportRun implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const passed = modules.flatMap((module) => [...module.children.allTests("passed")]);
		for (const test of passed) {
			if (!test.diagnostic()?.flaky) continue;
			process.stdout.write(`Passed at a further try: ${test.module.relativeModuleId} > ${test.fullName}\n`);
		}
		const skipped = modules.flatMap((module) =>
			[...module.children.allTests("skipped")].flatMap((test) => needOf(test)),
		);
		for (const [program, tests] of Map.groupBy(skipped, (name) => name)) {
			const how = "bin/setup --tests brings it, or says how to install it.";
			process.stdout.write(`${tests.length} tests were skipped, for there is no ${program} on the PATH: ${how}\n`);
		}
	}
}

function needOf(task: TestCase | TestSuite | TestModule): string[] {
	const { needs } = task.meta() as { readonly needs?: string };
	if (needs !== undefined) return [needs];
	return task.type === "module" ? [] : needOf(task.parent);
}
