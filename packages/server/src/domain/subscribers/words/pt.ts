import type { SubscriberWords } from "../subscriber-words.ts";

export const pt: SubscriberWords = {
	kinds: {
		postmortem: "Análise posterior",
		maintenance_announced: "Manutenção programada",
		maintenance_started: "Manutenção em curso",
		maintenance_completed: "Manutenção concluída",
		maintenance_cancelled: "Manutenção cancelada",
	},
	affected: "Afetados",
	from: "De",
	until: "Até",
	readMore: "Ler mais",
	confirmMail: {
		subject: (page) => `Confirme a sua subscrição de ${page}`,
		text: (page) =>
			`Alguém, provavelmente você, pediu para receber e-mails sobre ${page} neste endereço. Confirme para os receber.`,
		action: "Confirmar a subscrição",
		end: "Se não foi você, ignore este e-mail. Não receberá mais nada e o endereço será eliminado após 7 dias.",
	},
	knownMail: {
		subject: (page) => `A sua subscrição de ${page}`,
		text: (page) => `Alguém, provavelmente você, pediu para receber e-mails sobre ${page}. Este endereço já os recebe.`,
		action: "Gerir a subscrição",
		end: "Se não foi você, ignore este e-mail. Nada mudou.",
	},
	closedNews: {
		subject: (page) => `Novidades de ${page}`,
		text: (page) => `Há novidades em ${page}. Abra a página para as ler.`,
	},
	footer: {
		why: (page) => `Recebe este e-mail porque subscreveu ${page}.`,
		manage: "Gerir a subscrição",
		unsubscribe: "Cancelar a subscrição",
	},
	form: {
		title: (page) => `Subscrever ${page}`,
		email: "Endereço de e-mail",
		noneChosen: "Se não escolher nenhum, recebe as novidades de todos.",
		chosen: "Apenas estes componentes",
		subscribe: "Subscrever",
		checkMail: {
			title: "Verifique a sua caixa de entrada",
			text: "Se o endereço puder receber os nossos e-mails, encontrará uma mensagem com um link. Abra-o para confirmar.",
		},
		confirm: {
			title: (page) => `Receber e-mails sobre ${page}?`,
			text: "Em cada e-mail pode cancelar a subscrição com um clique.",
			action: "Confirmar",
		},
		confirmed: {
			title: "Subscrição confirmada",
			text: (page) => `A partir de agora recebe as novidades de ${page} por e-mail.`,
		},
		manage: { title: (page) => `A sua subscrição de ${page}`, save: "Guardar", saved: "Guardado." },
		unsubscribe: {
			title: (page) => `Cancelar a subscrição de ${page}?`,
			text: "Não receberá mais e-mails e o seu endereço será eliminado.",
			action: "Cancelar a subscrição",
		},
		unsubscribed: { title: "Subscrição cancelada", text: "O seu endereço foi eliminado." },
		unknownLink: {
			title: "Este link já não é válido",
			text: "A subscrição terminou ou não foi confirmada no prazo de 7 dias.",
		},
		invalidEmail: "Introduza um endereço de e-mail, por exemplo ada@example.com.",
		tooMany: { title: "Demasiados pedidos", text: "Tente novamente dentro de uma hora." },
		back: (page) => `Voltar a ${page}`,
	},
};
