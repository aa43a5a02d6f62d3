#!/bin/bash
# One desktop without screen or sound: Orca, speaking into a file, and a browser at one address.
# desktop.sh BROWSER WIDTHxHEIGHT DISPLAY FOLDER URL, started by screen-reader.ts in a D-Bus session and a process
# id namespace of its own: Orca refuses to run beside another Orca, and nothing is left behind.
set -u
browser=$1 size=$2 display=$3 folder=$4 url=$5
exec >"$folder/desktop.log" 2>&1
export HOME=$folder/home XDG_RUNTIME_DIR=$folder/run DISPLAY=:$display
export GTK_MODULES=gail:atk-bridge GNOME_ACCESSIBILITY=1 MOZ_ENABLE_ACCESSIBILITY=1 NO_AT_BRIDGE=0
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME WAYLAND_DISPLAY
mkdir -p -m 700 "$HOME/.config/speech-dispatcher/modules" "$HOME/.local/share/orca" "$XDG_RUNTIME_DIR"

Xvfb ":$display" -screen 0 "${size}x24" -nolisten tcp &
until [ -S "/tmp/.X11-unix/X$display" ]; do sleep 0.1; done
openbox &

/usr/libexec/at-spi-bus-launcher --launch-immediately &
bus="gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method"
until $bus org.a11y.Bus.GetAddress; do sleep 0.1; done
for property in IsEnabled ScreenReaderEnabled; do
  $bus org.freedesktop.DBus.Properties.Set org.a11y.Status $property '<true>'
done

# espeak-ng, into ALSA's null device.
printf 'pcm.!default { type null }\nctl.!default { type null }\n' > "$HOME/.asoundrc"
cp /etc/speech-dispatcher/modules/*.conf "$HOME/.config/speech-dispatcher/modules/"
cat > "$HOME/.config/speech-dispatcher/speechd.conf" <<END
LogDir "$folder"
AudioOutputMethod "alsa"
AudioALSADevice "default"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
END
speech-dispatcher -s -t 0 -c unix_socket -C "$HOME/.config/speech-dispatcher" -P "$XDG_RUNTIME_DIR/speechd.pid" &

cp "$(dirname "$0")/orca-customizations.py" "$HOME/.local/share/orca/"
cat > "$HOME/.local/share/orca/user-settings.conf" <<END
{"general": {"enableSpeech": true, "speechServerFactory": "speechdispatcherfactory", "enableBraille": false,
 "sayAllOnLoad": false, "startingProfile": ["Default", "default"], "activeProfile": ["Default", "default"]},
 "profiles": {"default": {"profile": ["Default", "default"], "sayAllOnLoad": false, "enableKeyEcho": false}},
 "pronunciations": {}, "keybindings": {}}
END
orca --debug-file="$folder/orca.debug" &
until [ -s "$folder/said" ]; do sleep 0.1; done

# Neither may have the position.
case $browser in
firefox)
  mkdir "$HOME/profile"
  cat > "$HOME/profile/user.js" <<END
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.translations.automaticallyPopup", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.formautofill.addresses.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("permissions.default.geo", 2);
user_pref("termsofuse.bypassNotification", true);
user_pref("toolkit.telemetry.enabled", false);
user_pref("trailhead.firstrun.didSeeAboutWelcome", true);
user_pref("ui.prefersReducedMotion", 1);
END
  exec firefox-esr --no-remote --profile "$HOME/profile" --width "${size%x*}" --height "${size#*x}" "$url";;
chromium)
  mkdir -p "$HOME/profile/Default"
  cat > "$HOME/profile/Default/Preferences" <<END
{"profile": {"default_content_setting_values": {"geolocation": 2}, "password_manager_enabled": false},
 "credentials_enable_service": false, "autofill": {"profile_enabled": false}, "translate": {"enabled": false}}
END
  exec chromium --no-sandbox --force-renderer-accessibility --no-first-run --disable-gpu --disable-background-networking \
    --disable-component-update --disable-sync --password-store=basic --test-type --user-data-dir="$HOME/profile" \
    --window-position=0,0 --window-size="${size/x/,}" --app="$url";;
esac
