/** What one copies into a job so that it reports its runs. Each tries for more than a minute. */

import { calendarOf, cronOf, type JobSchedule } from "./schedule-texts.ts";

const CURL = "curl -fsS -m 10 --retry 8 --retry-max-time 120 --retry-connrefused -o /dev/null";
/** Stands for what runs. */
const JOB = "/path/to/job";

interface Snippet {
	readonly name: string;
	readonly text: string;
}

export function snippetsOf(pingUrl: string, job: JobSchedule): readonly Snippet[] {
	const calendar = calendarOf(job);
	return [
		{ name: "curl", text: `${CURL} ${pingUrl}` },
		{ name: "crontab", text: crontab(pingUrl, job) },
		{ name: "Script", text: script(pingUrl) },
		{ name: "systemd, job.service", text: service(pingUrl) },
		...(calendar === null ? [] : [{ name: "systemd, job.timer", text: timer(calendar) }]),
		{ name: "GitHub Actions", text: workflow(pingUrl, job) },
	];
}

/** A line that is no comment must hold no %, which cron reads as the end of the line. */
function crontab(pingUrl: string, job: JobSchedule): string {
	const zone = job.schedule === null ? "" : `# By the clock of this machine. Lapwing expects it in ${job.timeZone}.\n`;
	return `${zone}${cronOf(job)} ${JOB}; ${CURL} ${pingUrl}/$?`;
}

function script(pingUrl: string): string {
	return `ping=${pingUrl}
send() { ${CURL} "$@"; }
rid=$(cat /proc/sys/kernel/random/uuid)
send "$ping/start?rid=$rid"
output=$(${JOB} 2>&1)
status=$?
printf '%s\\n' "$output" | tail -c 100000 | send --data-binary @- "$ping/$status?rid=$rid"
exit $status`;
}

function service(pingUrl: string): string {
	const report = 'case $EXIT_STATUS in [0-9]*) code=$EXIT_STATUS;; *) code=fail;; esac; $CURL "$PING/$code?rid=';
	return `[Unit]
Description=Job

[Service]
Type=oneshot
Environment=PING=${pingUrl}
Environment="CURL=/usr/bin/${CURL}"
ExecStartPre=-/bin/sh -c '$CURL "$PING/start?rid=$INVOCATION_ID"'
ExecStart=${JOB}
ExecStopPost=-/bin/sh -c '${report}$INVOCATION_ID"'`;
}

function timer(calendar: string): string {
	return `[Timer]
OnCalendar=${calendar}
Persistent=true

[Install]
WantedBy=timers.target`;
}

/** A report that can't be sent must not end the job. */
function workflow(pingUrl: string, job: JobSchedule): string {
	return `# The secret LAPWING_PING of the repository is ${pingUrl}
on:
  schedule:
    - cron: "${cronOf(job)}" # in UTC
jobs:
  job:
    runs-on: ubuntu-latest
    env:
      PING: "\${{ secrets.LAPWING_PING }}"
      RUN: "\${{ github.run_id }}-\${{ github.run_attempt }}"
    steps:
      - run: ${CURL} "$PING/start?rid=$RUN"
        continue-on-error: true
      - run: ${JOB}
      - if: always()
        run: ${CURL} "$PING/$CODE?rid=$RUN"
        continue-on-error: true
        env:
          CODE: "\${{ job.status == 'success' && '0' || 'fail' }}"`;
}
