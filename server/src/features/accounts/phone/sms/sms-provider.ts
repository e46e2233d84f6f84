/** The one way to send an SMS, whoever carries it. */
export interface SmsProvider {
  /** Rejects if the provider did not take the message. `number`: +2348031234567. */
  send(number: string, text: string): Promise<void>;
}
