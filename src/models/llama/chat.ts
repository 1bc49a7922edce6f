/** From messages to tokens by the file's own chat template, and what ends a reply. */
import {
  LlamaText,
  resolvableChatWrapperTypeNames,
  resolveChatWrapper,
  type ChatHistoryItem,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';
import { UserError } from '../../base/errors.js';
import type { Message } from '../types.js';

export interface RenderedChat {
  readonly tokens: Token[];
  /** Token sequences that end the reply; the end-of-generation tokens do so anyway. */
  readonly stopTokens: readonly (readonly Token[])[];
  /** The same, spelled out as text by a model that did not learn the token. */
  readonly stopTexts: readonly string[];
}

export type ChatRenderer = (messages: readonly Message[]) => RenderedChat;

/** @param template a chat format of node-llama-cpp that stands in for the file's own */
export function chatRenderer(model: LlamaModel, template?: string): ChatRenderer {
  const wrapper = resolveChatWrapper(model, {
    warningLogs: false,
    ...(template === undefined ? {} : { type: knownTemplate(template) }),
  });
  const withoutBos = dropsBos(model);
  return (messages) => {
    const { contextText, stopGenerationTriggers } = wrapper.generateContextState({
      chatHistory: [...messages.map(historyItem), { type: 'model', response: [] }],
    });
    const texts = stopGenerationTriggers.map((trigger) => trigger.values);
    return {
      tokens: withoutBos(contextText.tokenize(model.tokenizer)),
      stopTokens: stopGenerationTriggers
        .map((trigger) => trigger.tokenize(model.tokenizer))
        .filter((tokens) => tokens.length > 0 && tokens.every((token) => model.isSpecialToken(token))),
      stopTexts: texts
        .filter((values) => values.length > 0 && values.every((value) => typeof value === 'string'))
        .map((values) => values.join(''))
        .filter((text) => text !== ''),
    };
  };
}

/**
 * node-llama-cpp's own formats begin with the BOS token, whatever the file says; a model that was trained without
 * (tokenizer.ggml.add_bos_token false, and no bos_token in its template) gets none.
 */
function dropsBos(model: LlamaModel): (tokens: Token[]) => Token[] {
  const { bos, shouldPrependBosToken } = model.tokens;
  const source = model.fileInfo.metadata.tokenizer.chat_template ?? '';
  const unwanted = bos !== null && !shouldPrependBosToken && !source.includes('bos_token');
  return (tokens) => (unwanted && tokens[0] === bos ? tokens.slice(1) : tokens);
}

function historyItem({ role, content }: Message): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return role === 'system'
    ? { type: 'system', text: LlamaText(content).toJSON() }
    : { type: 'user', text: content };
}

type TemplateName = 'chatML';

function knownTemplate(name: string): TemplateName {
  const names = resolvableChatWrapperTypeNames.filter(
    (known) => !['auto', 'template', 'jinjaTemplate', 'empty'].includes(known),
  );
  if (!names.includes(name as TemplateName))
    throw new UserError(
      `There is no chat template called ${JSON.stringify(name)}.`,
      `Use one of ${names.join(', ')}.`,
    );
  return name as TemplateName;
}
