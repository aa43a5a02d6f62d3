import { html } from 'hono/html';
import type { Words } from '../../content/words/en.ts';
import { type FieldName, honeypotName, serviceValues } from '../../contract/contact-fields.ts';
import type { Sentences } from './answers.ts';

interface RefusalForm {
  words: Words;
  action: string;
  sentences: Sentences;
  sent: Record<string, unknown>;
}

type Markup = ReturnType<typeof html>;

/** The contact form once more, in plain HTML, with what was typed and the sentence beside each field. */
export function refusalForm({ words: { form }, action, sentences, sent }: RefusalForm): Markup {
  const typed = (name: FieldName) => (typeof sent[name] === 'string' ? sent[name] : '');
  return html`<form method="post" action="${action}">
${field('name', html`<input ${anatomy('name')} autocomplete="name" value="${typed('name')}">`)}
${field('phone', html`<input ${anatomy('phone')} type="tel" autocomplete="tel" value="${typed('phone')}">`)}
${field('email', html`<input ${anatomy('email')} type="email" autocomplete="email" value="${typed('email')}">`)}
${field('service', html`<select ${anatomy('service')}>${options(typed('service'))}</select>`)}
${field('message', html`<textarea ${anatomy('message')} rows="4">${startingLine(typed('message'))}</textarea>`)}
<div class="unseen" aria-hidden="true">
<label for="${honeypotName}">${form.leaveEmpty}</label>
<input id="${honeypotName}" name="${honeypotName}" tabindex="-1" autocomplete="off">
</div>
<button>${form.send}</button>
</form>`;

  /** Every field alike: label, control, sentence, and the ids that tie them. */
  function field(name: FieldName, control: Markup): Markup {
    const sentence = sentences[name];
    return html`<div class="field">
<label for="${name}">${form.labels[name]}</label>
${control}
${sentence ? html`<p class="problem" id="${name}-problem">${sentence}</p>` : ''}
</div>`;
  }

  function anatomy(name: FieldName): Markup {
    const faulty = sentences[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : '';
    return html`id="${name}" name="${name}" required${faulty}`;
  }

  function options(chosen: string): Markup {
    return html`<option value="">${form.placeholders.service}</option>
${serviceValues.map((value) => {
  const selected = value === chosen ? html` selected` : '';
  return html`<option value="${value}"${selected}>${form.services[value]}</option>`;
})}`;
  }
}

/** HTML drops the first line end inside a textarea: one more keeps the one that was typed. */
function startingLine(text: string): string {
  return `\n${text}`;
}
