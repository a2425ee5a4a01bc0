/** What one copies into a job so that it reports its runs. Each tries for more than a minute. */

const CURL = "curl -fsS -m 10 --retry 8 --retry-max-time 120 --retry-connrefused -o /dev/null";

export interface Snippet {
	readonly name: string;
	readonly text: string;
}

/** @param schedule the monitor's cron expression; null when it has none */
export function snippetsOf(pingUrl: string, schedule: string | null): readonly Snippet[] {
	const when = schedule ?? "0 2 * * *";
	return [
		{ name: "curl", text: `${CURL} ${pingUrl}` },
		{ name: "crontab", text: `${when} /path/to/job; ${CURL} ${pingUrl}/$?` },
		{
			name: "Script",
			text: `ping=${pingUrl}
send() { ${CURL} "$@"; }
rid=$(cat /proc/sys/kernel/random/uuid)
send "$ping/start?rid=$rid"
output=$(/path/to/job 2>&1)
status=$?
printf '%s\\n' "$output" | tail -c 100000 | send --data-binary @- "$ping/$status?rid=$rid"
exit $status`,
		},
		{
			name: "systemd",
			text: `[Service]
Type=oneshot
Environment=PING=${pingUrl}
Environment="CURL=/usr/bin/${CURL}"
ExecStartPre=-/bin/sh -c '$CURL "$PING/start?rid=$INVOCATION_ID"'
ExecStart=/path/to/job
ExecStopPost=-/bin/sh -c 'case $EXIT_STATUS in [0-9]*) code=$EXIT_STATUS;; *) code=fail;; esac; $CURL "$PING/$code?rid=$INVOCATION_ID"'`,
		},
		{
			name: "GitHub Actions",
			text: `steps:
  - run: ${CURL} "$PING/start?rid=$GITHUB_RUN_ID"
    env: { PING: "\${{ secrets.LAPWING_PING }}" }
  - run: ./job
  - if: always()
    run: ${CURL} "$PING/$CODE?rid=$GITHUB_RUN_ID"
    env:
      PING: "\${{ secrets.LAPWING_PING }}" # ${pingUrl}
      CODE: "\${{ job.status == 'success' && '0' || 'fail' }}"`,
		},
	];
}
