import type { SubscriberWords } from "../subscriber-words.ts";

export const es: SubscriberWords = {
	kinds: {
		postmortem: "Análisis posterior",
		maintenance_announced: "Mantenimiento programado",
		maintenance_started: "Mantenimiento en curso",
		maintenance_completed: "Mantenimiento finalizado",
		maintenance_cancelled: "Mantenimiento cancelado",
	},
	affected: "Afectados",
	from: "Desde",
	until: "Hasta",
	readMore: "Leer más",
	confirmMail: {
		subject: (page) => `Confirme su suscripción a ${page}`,
		text: (page) =>
			`Alguien, probablemente usted, pidió recibir correos sobre ${page} en esta dirección. Confírmelo para recibirlos.`,
		action: "Confirmar la suscripción",
		end: "Si no fue usted, ignore este correo. No recibirá nada más y la dirección se borrará después de 7 días.",
	},
	knownMail: {
		subject: (page) => `Su suscripción a ${page}`,
		text: (page) => `Alguien, probablemente usted, pidió recibir correos sobre ${page}. Esta dirección ya los recibe.`,
		action: "Gestionar la suscripción",
		end: "Si no fue usted, ignore este correo. No ha cambiado nada.",
	},
	closedNews: {
		subject: (page) => `Novedades de ${page}`,
		text: (page) => `Hay novedades en ${page}. Abra la página para leerlas.`,
	},
	footer: {
		why: (page) => `Recibe este correo porque se suscribió a ${page}.`,
		manage: "Gestionar la suscripción",
		unsubscribe: "Darse de baja",
	},
	form: {
		title: (page) => `Suscribirse a ${page}`,
		email: "Correo electrónico",
		noneChosen: "Si no elige ninguno, recibirá novedades de todos.",
		chosen: "Solo estos componentes",
		subscribe: "Suscribirse",
		checkMail: {
			title: "Revise su bandeja de entrada",
			text: "Si la dirección puede recibir nuestro correo, encontrará un mensaje con un enlace. Ábralo para confirmar.",
		},
		confirm: {
			title: (page) => `¿Recibir correos sobre ${page}?`,
			text: "Puede darse de baja con un clic en cada correo.",
			action: "Confirmar",
		},
		confirmed: {
			title: "Suscripción confirmada",
			text: (page) => `A partir de ahora recibirá novedades de ${page} por correo.`,
		},
		manage: { title: (page) => `Su suscripción a ${page}`, save: "Guardar", saved: "Guardado." },
		unsubscribe: {
			title: (page) => `¿Darse de baja de ${page}?`,
			text: "No recibirá más correos y su dirección se borrará.",
			action: "Darse de baja",
		},
		unsubscribed: { title: "Se ha dado de baja", text: "Su dirección se ha borrado." },
		unknownLink: {
			title: "Este enlace ya no es válido",
			text: "La suscripción terminó o no se confirmó en 7 días.",
		},
		invalidEmail: "Escriba una dirección de correo, por ejemplo ada@example.com.",
		tooMany: { title: "Demasiadas solicitudes", text: "Inténtelo de nuevo en una hora." },
		back: (page) => `Volver a ${page}`,
	},
};
