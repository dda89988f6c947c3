/** Whether a link may lead there: nothing that runs. */
export const isLinkAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:', 'mailto:'].includes(new URL(value).protocol)
