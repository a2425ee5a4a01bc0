import type { SubscriberWords } from "../subscriber-words.ts";

export const fr: SubscriberWords = {
	kinds: {
		postmortem: "Analyse de l’incident",
		maintenance_announced: "Maintenance prévue",
		maintenance_started: "Maintenance en cours",
		maintenance_completed: "Maintenance terminée",
		maintenance_cancelled: "Maintenance annulée",
	},
	affected: "Concernés",
	from: "Du",
	until: "Au",
	readMore: "En savoir plus",
	confirmMail: {
		subject: (page) => `Confirmez votre abonnement à ${page}`,
		text: (page) =>
			`Quelqu’un, sans doute vous, a demandé à recevoir des e-mails sur ${page} à cette adresse. Confirmez pour les recevoir.`,
		action: "Confirmer l’abonnement",
		end: "Si ce n’était pas vous, ignorez cet e-mail. Vous ne recevrez rien d’autre et l’adresse sera supprimée après 7 jours.",
	},
	knownMail: {
		subject: (page) => `Votre abonnement à ${page}`,
		text: (page) =>
			`Quelqu’un, sans doute vous, a demandé à recevoir des e-mails sur ${page}. Cette adresse les reçoit déjà.`,
		action: "Gérer l’abonnement",
		end: "Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.",
	},
	closedNews: {
		subject: (page) => `Du nouveau sur ${page}`,
		text: (page) => `Il y a du nouveau sur ${page}. Ouvrez la page pour le lire.`,
	},
	footer: {
		why: (page) => `Vous recevez cet e-mail parce que vous êtes abonné à ${page}.`,
		manage: "Gérer l’abonnement",
		unsubscribe: "Se désabonner",
	},
	form: {
		title: (page) => `S’abonner à ${page}`,
		email: "Adresse e-mail",
		noneChosen: "Si vous n’en choisissez aucun, vous recevrez les nouvelles de tous.",
		chosen: "Seulement ces composants",
		subscribe: "S’abonner",
		checkMail: {
			title: "Consultez votre boîte de réception",
			text: "Si l’adresse peut recevoir nos e-mails, vous y trouverez un message avec un lien. Ouvrez-le pour confirmer.",
		},
		confirm: {
			title: (page) => `Recevoir des e-mails sur ${page} ?`,
			text: "Chaque e-mail permet de se désabonner en un clic.",
			action: "Confirmer",
		},
		confirmed: {
			title: "Abonnement confirmé",
			text: (page) => `Vous recevrez désormais les nouvelles de ${page} par e-mail.`,
		},
		manage: { title: (page) => `Votre abonnement à ${page}`, save: "Enregistrer", saved: "Enregistré." },
		unsubscribe: {
			title: (page) => `Se désabonner de ${page} ?`,
			text: "Vous ne recevrez plus d’e-mails et votre adresse sera supprimée.",
			action: "Se désabonner",
		},
		unsubscribed: { title: "Vous êtes désabonné", text: "Votre adresse est supprimée." },
		unknownLink: {
			title: "Ce lien n’est plus valable",
			text: "L’abonnement est terminé ou n’a pas été confirmé dans les 7 jours.",
		},
		invalidEmail: "Saisissez une adresse e-mail, par exemple ada@example.com.",
		tooMany: { title: "Trop de demandes", text: "Réessayez dans une heure." },
		back: (page) => `Retour à ${page}`,
	},
};
