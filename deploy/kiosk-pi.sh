#!/bin/sh
# Makes a kitchen screen of a Raspberry Pi with the desktop of Raspberry Pi OS (Bookworm or newer), as root:
#   sudo sh kiosk-pi.sh http://192.168.1.20:3000/pair
set -eu
address=${1:?"give the address of the pairing page, such as http://192.168.1.20:3000/pair"}
user=${SUDO_USER:-pi}
home=$(getent passwd "$user" | cut -d: -f6)

# Log in by itself, and never switch the display off.
raspi-config nonint do_boot_behaviour B4
raspi-config nonint do_blanking 1

# Started with the desktop, and again whenever it ends.
folder=$home/.config/labwc
install -d -o "$user" -g "$user" "$home/.config" "$folder"
cat >"$folder/kiosk.sh" <<EOF
#!/bin/sh
while :; do
  chromium --kiosk --noerrdialogs --disable-session-crashed-bubble --autoplay-policy=no-user-gesture-required '$address'
  sleep 2
done
EOF
chmod 755 "$folder/kiosk.sh"
touch "$folder/autostart"
grep -q kiosk.sh "$folder/autostart" || echo "$folder/kiosk.sh &" >>"$folder/autostart"
chown "$user:$user" "$folder/kiosk.sh" "$folder/autostart"
echo "Restart the Pi: it then shows $address"
