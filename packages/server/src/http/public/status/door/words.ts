/** What a page that not everyone may read says to strangers, in its language. */

import type { PageLocale } from "../../../../domain/status-pages/page-settings.ts";

interface DoorWords {
	readonly title: string;
	readonly password: string;
	readonly open: string;
	readonly wrong: string;
	readonly tooMany: string;
	readonly busy: string;
	readonly membersOnly: string;
	readonly signIn: string;
	/** `{name}` of whoever is signed in. */
	readonly notMember: string;
	readonly otherWay: string;
}

export const DOOR_WORDS: Readonly<Record<PageLocale, DoorWords>> = {
	en: {
		title: "This status page is not public",
		password: "Password",
		open: "Open",
		wrong: "This password is wrong.",
		tooMany: "There were too many attempts. Try again in a few minutes.",
		busy: "Too many people are opening pages at the moment. Try again in a few seconds.",
		membersOnly: "Only members of its team can read it.",
		signIn: "Sign in",
		notMember: "You are signed in as {name}, who is not a member of its team.",
		otherWay: "Its team lets nobody in who signed in with a password. Sign in another way.",
	},
	de: {
		title: "Diese Statusseite ist nicht öffentlich",
		password: "Passwort",
		open: "Öffnen",
		wrong: "Dieses Passwort ist falsch.",
		tooMany: "Es gab zu viele Versuche. Versuchen Sie es in einigen Minuten noch einmal.",
		busy: "Im Moment öffnen zu viele Personen Seiten. Versuchen Sie es in einigen Sekunden noch einmal.",
		membersOnly: "Nur Mitglieder ihres Teams können sie lesen.",
		signIn: "Anmelden",
		notMember: "Sie sind als {name} angemeldet und kein Mitglied ihres Teams.",
		otherWay: "Ihr Team lässt niemanden ein, der sich mit einem Passwort angemeldet hat. Melden Sie sich anders an.",
	},
	es: {
		title: "Esta página de estado no es pública",
		password: "Contraseña",
		open: "Abrir",
		wrong: "Esta contraseña no es correcta.",
		tooMany: "Ha habido demasiados intentos. Vuelva a intentarlo dentro de unos minutos.",
		busy: "En este momento hay demasiadas personas abriendo páginas. Vuelva a intentarlo dentro de unos segundos.",
		membersOnly: "Solo pueden leerla los miembros de su equipo.",
		signIn: "Iniciar sesión",
		notMember: "Ha iniciado sesión como {name}, que no es miembro de su equipo.",
		otherWay: "Su equipo no admite a quienes inician sesión con contraseña. Inicie sesión de otra manera.",
	},
	fr: {
		title: "Cette page d’état n’est pas publique",
		password: "Mot de passe",
		open: "Ouvrir",
		wrong: "Ce mot de passe est incorrect.",
		tooMany: "Il y a eu trop de tentatives. Réessayez dans quelques minutes.",
		busy: "Trop de personnes ouvrent des pages en ce moment. Réessayez dans quelques secondes.",
		membersOnly: "Seuls les membres de son équipe peuvent la lire.",
		signIn: "Se connecter",
		notMember: "Vous êtes connecté en tant que {name}, qui n’est pas membre de son équipe.",
		otherWay: "Son équipe n’admet pas les connexions par mot de passe. Connectez-vous d’une autre manière.",
	},
	it: {
		title: "Questa pagina di stato non è pubblica",
		password: "Password",
		open: "Apri",
		wrong: "Questa password non è corretta.",
		tooMany: "Ci sono stati troppi tentativi. Riprovare tra qualche minuto.",
		busy: "In questo momento troppe persone stanno aprendo pagine. Riprovare tra qualche secondo.",
		membersOnly: "Solo i membri del suo team possono leggerla.",
		signIn: "Accedi",
		notMember: "L’accesso è stato effettuato come {name}, che non è membro del suo team.",
		otherWay: "Il suo team non ammette chi ha effettuato l’accesso con una password. Accedere in un altro modo.",
	},
	ja: {
		title: "このステータスページは公開されていません",
		password: "パスワード",
		open: "開く",
		wrong: "パスワードが正しくありません。",
		tooMany: "試行回数が多すぎます。数分後にもう一度お試しください。",
		busy: "現在、アクセスが集中しています。数秒後にもう一度お試しください。",
		membersOnly: "このページを閲覧できるのはチームのメンバーのみです。",
		signIn: "サインイン",
		notMember: "{name} としてサインインしていますが、このページのチームのメンバーではありません。",
		otherWay: "このチームでは、パスワードによるサインインは許可されていません。別の方法でサインインしてください。",
	},
	nl: {
		title: "Deze statuspagina is niet openbaar",
		password: "Wachtwoord",
		open: "Openen",
		wrong: "Dit wachtwoord is onjuist.",
		tooMany: "Er waren te veel pogingen. Probeer het over enkele minuten opnieuw.",
		busy: "Op dit moment openen te veel mensen pagina’s. Probeer het over enkele seconden opnieuw.",
		membersOnly: "Alleen leden van het team kunnen deze pagina lezen.",
		signIn: "Inloggen",
		notMember: "U bent ingelogd als {name}, die geen lid is van het team.",
		otherWay: "Het team laat niemand toe die met een wachtwoord is ingelogd. Log op een andere manier in.",
	},
	pt: {
		title: "Esta página de status não é pública",
		password: "Senha",
		open: "Abrir",
		wrong: "Esta senha está incorreta.",
		tooMany: "Houve tentativas demais. Tente novamente em alguns minutos.",
		busy: "Há pessoas demais abrindo páginas neste momento. Tente novamente em alguns segundos.",
		membersOnly: "Somente os membros da equipe podem lê-la.",
		signIn: "Entrar",
		notMember: "Você entrou como {name}, que não é membro da equipe.",
		otherWay: "A equipe não admite quem entrou com uma senha. Entre de outra forma.",
	},
	zh: {
		title: "此状态页面未公开",
		password: "密码",
		open: "打开",
		wrong: "密码不正确。",
		tooMany: "尝试次数过多，请几分钟后再试。",
		busy: "当前访问人数过多，请几秒钟后再试。",
		membersOnly: "只有该团队的成员才能查看此页面。",
		signIn: "登录",
		notMember: "您当前以 {name} 的身份登录，该用户不是此团队的成员。",
		otherWay: "该团队不允许使用密码登录的用户访问，请使用其他方式登录。",
	},
};
