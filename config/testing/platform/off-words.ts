/**
 * Words of each plugin that no screen says while it is off; those that mean something else, too, with what makes them the
 * plugin's.
 */
export const offWords: Readonly<Record<string, RegExp>> = {
  audit: /\baudit\w*/i,
  automation: /\bautomatic upgrades?\b|\bsubscription automation\b|\bcheck for upgrades\b/i,
  backup: /\bback(?:ed)?[ -]?ups?\b|\brestored?\b/i,
  // Sessions and lessons are planned, too.
  billing:
    /\b(?:invoic\w+|subscriptions?|billing|payments?|MRR|revenue)\b|\b(?:its|your|without a|on a) plan\b|^plan$/i,
  // Organizations are the core's.
  tenants: /\bcreate account\b|\badd organization\b|\bregister themselves\b|\bself-registration\b|\bas in analytics\b/i,
  // Sign-ins and lessons have sessions as well, and live lessons a card of that name.
  'tenant-app':
    /\b(?:challenges?|leaderboards?|waitlist\w*|guardians?)\b|(?!^attendance$)\battendance\b|^sessions$|\bsessions (?:of an organization|this billing period)\b/i,
  'training-builder': /\btraining (?:modules?|builder)\b/i,
  lms: /\b(?:courses?|lessons?|quiz(?:zes)?|certificates?|frappe|external tools?)\b/i,
}

/** The audit log says what was done while a plugin was on, and is narrowed to the kinds of entries that it has. */
export const keepsEveryWord = /^\/audit\b|[?&]tab=audit\b/
