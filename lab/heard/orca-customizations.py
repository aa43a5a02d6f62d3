# Loaded by Orca when it starts. Writes each phrase for the synthesizer, and each interruption, as a line of JSON to
# $ORCA_SAID: Orca's own debug file lacks both.
import json, os, time
from orca import debug, speech_generator, speechdispatcherfactory

# Written at once, so that its silence means that Orca is idle.
if debug.debugFile:
    debug.debugFile.reconfigure(line_buffering=True)
said = open(os.environ['ORCA_SAID'], 'a', buffering=1)
server = speechdispatcherfactory.SpeechServer


def log(**entry):
    said.write(json.dumps({'at': int(time.time() * 1000), **entry}, ensure_ascii=False) + '\n')


# Orca 43 asks for the language of the text, but keeps its voice: carried along in the voice's settings.
find_voice = speech_generator.SpeechGenerator.voice


def voice(self, key=None, **args):
    voices = find_voice(self, key, **args)
    for one in voices if args.get('language') else []:
        one['page-language'] = args['language']
    return voices


speech_generator.SpeechGenerator.voice = voice

speak = server._speak
cancel = server._cancel


def logged_speak(self, text, acss, **args):
    log(phrase=str(text).strip(), language=(acss or {}).get('page-language'))
    return speak(self, text, acss, **args)


def logged_cancel(self):
    log(stop=True)
    return cancel(self)


server._speak = logged_speak
server._cancel = logged_cancel
