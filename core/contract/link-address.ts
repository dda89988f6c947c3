/** True if a link may lead to the address: nothing that runs. */
export const isLinkAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:', 'mailto:'].includes(new URL(value).protocol)
