/** Messages between the service and its delivery thread. A number stands for a delivery. */

import type { Message } from "../../domain/alerts/notice.ts";
import type { SmtpServer } from "../../net/smtp.ts";
import type { VendorEndpoints } from "../channel.ts";
import type { Delivery, Destination, Mail } from "../interface.ts";
import type { MailBatch, SubscriberDelivery, WebhookBatch } from "../subscribers/interface.ts";

export interface DeliverySettings {
	readonly allowPrivateTargets: boolean;
	/** Name servers to ask; null: the system's. */
	readonly resolvers: readonly string[] | null;
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
	/** Origin of links in messages; null: none. */
	readonly publicUrl: string | null;
	/** Null: email can't be sent. */
	readonly smtp: SmtpServer | null;
	/** Of mails to subscribers; null: as many as the mail server takes. */
	readonly subscriberMailsPerSecond?: number | null;
	/** Default: where the vendors listen. */
	readonly endpoints?: VendorEndpoints;
}

export type ToThread =
	| {
			readonly kind: "deliver";
			readonly deliveryId: number;
			readonly destination: Destination;
			readonly message: Message;
	  }
	| { readonly kind: "mail"; readonly deliveryId: number; readonly mail: Mail }
	| { readonly kind: "subscriber_mails"; readonly deliveryId: number; readonly batch: MailBatch }
	| { readonly kind: "subscriber_webhooks"; readonly deliveryId: number; readonly batch: WebhookBatch }
	| {
			readonly kind: "challenge";
			readonly deliveryId: number;
			readonly webhook: { readonly url: string; readonly secret: string };
	  }
	| { readonly kind: "abort"; readonly deliveryId: number }
	| { readonly kind: "close" };

/** Beside heartbeats (../../threads/heartbeat.ts). */
export type FromThread =
	| { readonly kind: "delivered"; readonly deliveryId: number; readonly delivery: Delivery }
	| {
			readonly kind: "subscribers_delivered";
			readonly deliveryId: number;
			readonly deliveries: readonly SubscriberDelivery[];
	  }
	/** `problem` is null when the address answered. */
	| { readonly kind: "challenged"; readonly deliveryId: number; readonly problem: string | null }
	/** A bug of ours; its delivery counts as failed. */
	| { readonly kind: "fault"; readonly error: Error };
