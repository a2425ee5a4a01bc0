/**
 * What `make` makes in a runtime that has no `process.getBuiltinModule`: a relying party asks for it when it is made.
 */
export function withoutBuiltinModules<T>(make: () => T): T {
	const { process: runtime } = globalThis as { process?: object };
	if (!runtime) return make();
	const own = Object.getOwnPropertyDescriptor(runtime, "getBuiltinModule");
	Object.defineProperty(runtime, "getBuiltinModule", { value: undefined, configurable: true });
	try {
		return make();
	} finally {
		if (own) Object.defineProperty(runtime, "getBuiltinModule", own);
		else Reflect.deleteProperty(runtime, "getBuiltinModule");
	}
}
