/** What an operator does when no more files can be opened, sockets included. */

const LIMITS: Readonly<Record<string, string>> = {
	EMFILE: "the limit of this process (ulimit -n, or LimitNOFILE= of the systemd unit)",
	ENFILE: "the limit of this machine (fs.file-max)",
};

/** "too many files are open (EMFILE): raise …"; null for every error code (errno) that says something else. */
export function tooManyFiles(code: string): string | null {
	const limit = LIMITS[code];
	return limit === undefined ? null : `too many files are open (${code}): raise ${limit}`;
}
