/**
 * Words of one language by which a post reveals how to reach its author, or links elsewhere. They are patterns in the form
 * that `foldText` produces: lowercase, without accents, with `ss` for `ß`. A new language is one more of these.
 */
export interface ContactWords {
  /** Words for the digits 0 to 9. */
  digits: readonly (readonly string[])[]
  /** Words for 10 to 19 that are single words. */
  teens: readonly string[]
  /** Words for 20, 30 and so on to 90. */
  tens: readonly string[]
  /** Words among digits that are none, such as `double`. */
  betweenDigits: readonly string[]
  /** Words that announce a phone number. */
  phone: readonly string[]
  /** Words for `@`. */
  at: readonly string[]
  /** Words for the dot of a domain. */
  dot: readonly string[]
  /** Domain endings that form no common phrase with the words for the dot: French has `point de`. */
  dotEndings: readonly string[]
  /** Words that introduce a page. */
  visit: readonly string[]
  mine: readonly string[]
  is: readonly string[]
  /** Words for an account. */
  account: readonly string[]
  /** Words that introduce a username. */
  iAm: readonly string[]
  /** Invitations followed by the name of a service. */
  reach: readonly string[]
  on: readonly string[]
  /** Invitations without a service. */
  reachAlone: readonly string[]
  /** Words that introduce a street address. */
  home: readonly string[]
}

const shared = ['com', 'org', 'net', 'edu', 'io', 'gg', 'tv', 'co']

export const contactWords: Readonly<Record<'en' | 'es' | 'de' | 'fr', ContactWords>> = {
  en: {
    digits: [
      ['zero', 'oh', 'nought'],
      ['one'],
      ['two'],
      ['three'],
      ['four'],
      ['five'],
      ['six'],
      ['seven'],
      ['eight'],
      ['nine'],
    ],
    teens: [
      'ten',
      'eleven',
      'twelve',
      'thirteen',
      'fourteen',
      'fifteen',
      'sixteen',
      'seventeen',
      'eighteen',
      'nineteen',
    ],
    tens: ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
    betweenDigits: ['double', 'triple', 'dash', 'and then'],
    phone: ['call me', 'text me', 'ring me', 'my number', 'my cell', 'my mobile', 'my phone', 'phone number'],
    at: ['at'],
    dot: ['dot'],
    dotEndings: [...shared, 'uk', 'us', 'de', 'fr', 'es', 'app', 'info'],
    visit: [
      'visit',
      'go to',
      'check out',
      'site is',
      'site:',
      'website is',
      'website:',
      'page is',
      'look at',
      'it is on',
    ],
    mine: ['my', 'our'],
    is: ['is', 's'],
    account: ['name', 'username', 'user name', 'user', 'id', 'handle', 'account', 'tag', 'profile', 'server'],
    iAm: ["i'm", 'im', 'i am', 'its me', 'mine is'],
    reach: [
      'add',
      'follow',
      'find me',
      'text me',
      'message me',
      'write me',
      'contact me',
      'join',
      'talk',
      'chat',
      'hit me up',
      'reach me',
      'call me',
    ],
    on: ['on', 'in', 'via', 'my', 'our'],
    reachAlone: ['dm me', 'pm me', 'hmu', 'hit me up', 'snap me', 'my dms', 'text me tonight'],
    home: ['my address is', 'my home address', 'i live at'],
  },
  es: {
    digits: [
      ['cero'],
      ['uno', 'una', 'un'],
      ['dos'],
      ['tres'],
      ['cuatro'],
      ['cinco'],
      ['seis'],
      ['siete'],
      ['ocho'],
      ['nueve'],
    ],
    teens: ['diez', 'once', 'doce', 'trece', 'catorce', 'quince', 'dieciseis', 'diecisiete', 'dieciocho', 'diecinueve'],
    tens: ['veinte', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'],
    betweenDigits: ['doble', 'triple', 'guion'],
    phone: ['llamame', 'mi numero', 'mi telefono', 'mi movil', 'mi celular', 'escribeme al'],
    at: ['arroba'],
    dot: ['punto'],
    dotEndings: shared,
    visit: [
      'visita',
      'visiten',
      'entra a',
      'entra en',
      'mira en',
      'pagina es',
      'pagina:',
      'sitio es',
      'sitio:',
      'web es',
    ],
    mine: ['mi', 'mis', 'nuestro'],
    is: ['es', 'se llama'],
    account: ['nombre', 'usuario', 'cuenta', 'perfil', 'servidor'],
    iAm: ['soy', 'me llamo', 'el mio es'],
    reach: [
      'agregame',
      'anademe',
      'sigueme',
      'buscame',
      'escribeme',
      'hablame',
      'unete',
      'hablemos',
      'llamame',
      'mandame mensaje',
    ],
    on: ['en', 'por', 'a mi', 'al', 'mi'],
    reachAlone: ['mandame dm', 'mandame un dm', 'escribeme al privado', 'habla por privado'],
    home: ['mi direccion es', 'vivo en la calle'],
  },
  de: {
    digits: [
      ['null'],
      ['eins', 'ein'],
      ['zwei', 'zwo'],
      ['drei'],
      ['vier'],
      ['funf', 'fuenf'],
      ['sechs'],
      ['sieben'],
      ['acht'],
      ['neun'],
    ],
    teens: ['zehn', 'elf', 'zwolf', 'dreizehn', 'vierzehn', 'funfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
    tens: ['zwanzig', 'dreissig', 'vierzig', 'funfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
    betweenDigits: ['doppel', 'strich'],
    phone: ['ruf mich', 'ruft mich', 'meine nummer', 'meine handynummer', 'mein handy', 'meine telefonnummer'],
    at: ['at', 'klammeraffe'],
    dot: ['punkt', 'dot'],
    dotEndings: [...shared, 'de', 'at', 'ch', 'eu'],
    visit: [
      'besuch',
      'besucht',
      'geh auf',
      'geht auf',
      'schau auf',
      'schaut auf',
      'seite ist',
      'seite:',
      'website ist',
    ],
    mine: ['mein', 'meine', 'meinen', 'meinem', 'unser'],
    is: ['ist', 'heisst', 'lautet'],
    account: ['name', 'benutzername', 'nutzername', 'account', 'konto', 'profil', 'server'],
    iAm: ['ich bin', 'bin', 'meins ist'],
    reach: [
      'adde mich',
      'add mich',
      'folg mir',
      'folgt mir',
      'schreib mir',
      'schreibt mir',
      'finde mich',
      'findet mich',
      'komm',
      'kommt',
      'schreiben',
      'ruf mich an',
    ],
    on: ['auf', 'bei', 'in', 'uber', 'mein', 'meinen', 'meinem'],
    reachAlone: ['schreib mir privat', 'schick mir ne dm', 'schick mir eine dm'],
    home: ['meine adresse ist', 'ich wohne in der'],
  },
  fr: {
    digits: [['zero'], ['un', 'une'], ['deux'], ['trois'], ['quatre'], ['cinq'], ['six'], ['sept'], ['huit'], ['neuf']],
    teens: ['dix', 'onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize'],
    tens: ['vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'septante', 'huitante', 'nonante'],
    betweenDigits: ['double', 'triple', 'tiret'],
    phone: ['appelle moi', 'appelle-moi', 'mon numero', 'mon tel', 'mon telephone', 'mon portable'],
    at: ['arobase', 'arobas'],
    dot: ['point'],
    dotEndings: [...shared, 'fr', 'be'],
    visit: ['visite', 'visitez', 'va sur', 'allez sur', 'regarde sur', 'site est', "site c'est", 'site:'],
    mine: ['mon', 'ma', 'mes', 'notre'],
    is: ['est', "c'est", "s'appelle"],
    account: ['nom', 'pseudo', 'compte', 'identifiant', 'profil', 'serveur'],
    iAm: ['je suis', "moi c'est", "le mien c'est"],
    reach: [
      'ajoute-moi',
      'ajoute moi',
      'ajoutez-moi',
      'suis-moi',
      'suivez-moi',
      'ecris-moi',
      'ecris moi',
      'parle-moi',
      'trouve-moi',
      'rejoins',
      'rejoignez',
    ],
    on: ['sur', 'par', 'mon', 'ma', 'notre', 'via'],
    reachAlone: ['mp moi', 'dm moi', 'viens en mp', 'viens en dm'],
    home: ['mon adresse est', "mon adresse c'est", "j'habite au"],
  },
}

/** Services on which people reach each other, and whose names have few other meanings. */
export const services = [
  'snap',
  'snapchat',
  'insta',
  'instagram',
  'ig',
  'finsta',
  'tiktok',
  'tik tok',
  'discord',
  'roblox',
  'whatsapp',
  'telegram',
  'kik',
  'wechat',
  'skype',
  'facetime',
  'gamertag',
  'psn',
  'xbox live',
  'twitch',
  'bereal',
  'facebook',
  'fb',
  'gmail',
  'hotmail',
] as const

/** Services whose names are also words of lessons: a username behind them has to look like one. */
export const servicesWithOtherMeanings = [
  'steam',
  'signal',
  'line',
  'xbox',
  'playstation',
  'epic',
  'fortnite',
  'minecraft',
  'youtube',
  'twitter',
  'threads',
  'messenger',
  'reddit',
  'pinterest',
] as const

/** Email providers whose name represents the whole domain. */
export const mailProviders = ['gmail', 'hotmail', 'outlook', 'icloud', 'yahoo', 'protonmail', 'gmx'] as const

/** Words for usernames in games. */
export const gameNames = [
  'gamertag',
  'gamer tag',
  'friend code',
  'freundescode',
  'codigo de amigo',
  'code ami',
] as const

/** Domain endings that are valid anywhere. */
export const endings =
  'com|org|net|edu|gov|info|biz|io|app|dev|me|tv|gg|ly|co|uk|us|ca|au|nz|ie|de|at|ch|fr|es|it|nl|be|pl|se|no|dk|fi|pt|ru|ua|cn|jp|in|br|mx|eu|ai|gl|xyz|online|site|website|link|shop|store|club|live|chat|blog|wiki|games|zone|space'.split(
    '|',
  )

/** File extensions, which are no domain endings. */
export const fileEndings =
  'js|ts|jsx|tsx|mjs|json|html|htm|css|py|ipynb|java|jar|cpp|cs|rb|php|rs|go|sh|sql|xml|csv|tsv|txt|md|pdf|doc|docx|odt|xls|xlsx|ods|ppt|pptx|odp|png|jpg|jpeg|gif|svg|webp|bmp|mp3|mp4|mov|wav|ogg|avi|zip|rar|gz|exe|blend|sb3|stl|ino'.split(
    '|',
  )
/** Names of programs that look like a domain. */
export const programNames = ['asp.net', 'vb.net', 'ado.net', 'system.io', 'java.io', 'socket.io', 'draw.io'] as const

/** Units and counted things behind a long number that is no phone number. */
export const units =
  'm|km|cm|mm|nm|mi|ft|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|m/s|km/h|mph|kg|g|mg|t|tons?|tonnes?|l|ml|lit(?:er|re)s?|s|ms|sec(?:onds?)?|sekunden?|years?|jahre?|ans?|anos|days?|people|persons?|inhabitants?|einwohner|menschen|habitants?|habitantes|personnes|personas|euros?|dollars?|pounds?|eur|usd|bytes?|bits?|kb|mb|gb|hz|khz|mhz|ghz|pa|j|n|w|kw|v|°|%|€|\\$|£|light'

/** English street types: those valid in any case, and those that in lowercase are mostly other words. */
export const ways = ['street', 'avenue', 'road', 'lane', 'boulevard', 'highway', 'terrace', 'crescent'] as const
export const shortWays = 'St|Ave|Rd|Ln|Drive|Dr|Blvd|Court|Ct|Way|Place|Pl|Square|Sq|Hwy'.split('|')
/** Words before a street type that are not its name. */
export const notNames =
  'a|the|of|in|on|to|per|for|long|wide|big|small|new|meter|metre|meters|metres|m|km|mile|miles|foot|feet|cars?|people|lanes?|way|and|or|cross|crossed|crossing|each|every'
