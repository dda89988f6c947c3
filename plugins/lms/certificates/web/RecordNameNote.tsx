/** Says beside a person's name on record what certificates do with it. */
export function RecordNameNote() {
  return 'Certificates that were issued keep the name they have.'
}
