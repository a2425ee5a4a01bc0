import { type CheckOrder, minuteOf } from "../domain/checks/check.ts";

/** Whether a running check is ended for `order`: it has older settings, or is an earlier one of the same minute. */
export function takesPlace(order: CheckOrder, running: CheckOrder): boolean {
	if (order.revision !== running.revision) return order.revision > running.revision;
	const isSameMinute = minuteOf(order.scheduledAt) === minuteOf(running.scheduledAt);
	return isSameMinute && order.scheduledAt > running.scheduledAt;
}
